import { test } from '@playwright/test'

/** The ports at which pages of tests may be hosts of the marketplace, counted from the site's port: one for each worker. */
export const HOST_PORTS = [10, 11, 12, 13, 14, 15, 16, 17]

/** The port of this worker at which a test may serve a host. A worker runs one test at a time, so nobody else listens there. */
export const hostPort = (baseURL: string | undefined): number =>
  Number(new URL(baseURL ?? '').port) + (HOST_PORTS[test.info().parallelIndex % HOST_PORTS.length] ?? 0)
