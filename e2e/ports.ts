import { test } from '@playwright/test'

/** The ports of test hosts that may frame the marketplace, counted from the site's port: one for each worker. */
export const HOST_PORTS = [10, 11, 12, 13, 14, 15, 16, 17]

/** The port at which a test serves its host. Each worker has its own port and runs one test at a time, so the port is free. */
export const hostPort = (baseURL: string | undefined): number =>
  Number(new URL(baseURL ?? '').port) + (HOST_PORTS[test.info().parallelIndex % HOST_PORTS.length] ?? 0)
