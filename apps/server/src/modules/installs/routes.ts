import type { FastifyInstance } from 'fastify'
import { noteOpened as noteOpenedEndpoint } from '@marketplace/contracts/estate/endpoints'
import {
  awaitApplication,
  changeInstance,
  changeInstanceAgents,
  getInstance,
  installApplication as installEndpoint,
  listInstalledApplications,
  listMarketProducts,
  uninstallApplication as uninstallEndpoint,
} from '@marketplace/contracts/installs/endpoints'
import { ApiError } from '../../core/api-error.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { type AwaitDependencies, awaitPublication } from './await-publication.ts'
import { createAwaitingGate } from './awaiting-gate.ts'
import { changeAgents, changeSetup } from './change-instance.ts'
import { installApplication, type InstallDependencies } from './install-application.ts'
import { noteOpened } from './note-use.ts'
import { presentInstalled, presentMarketProduct, presentReceipt } from './present.ts'
import { readInstance } from './read-instance.ts'
import { findInstalled } from './repository.ts'
import { NoPlace } from './special-places.ts'
import { uninstallApplication, type UninstallDependencies } from './uninstall-application.ts'

/** Installs and installed applications of an organization. */
export const registerInstallsRoutes = (
  app: FastifyInstance,
  dependencies: InstallDependencies & AwaitDependencies & UninstallDependencies,
): void => {
  const { database, publicUrl } = dependencies

  registerEndpoint(app, listInstalledApplications, async ({ caller, query }) =>
    (await findInstalled(database, caller.organizationId, query.product)).map(({ application, installation }) =>
      presentInstalled(application, installation, caller, publicUrl),
    ),
  )

  registerEndpoint(app, listMarketProducts, async ({ caller }) =>
    (await findInstalled(database, caller.organizationId)).map(({ application, installation }) =>
      presentMarketProduct(application, installation),
    ),
  )

  registerEndpoint(app, installEndpoint, ({ caller, params: { id }, body, reply }) =>
    installApplication(dependencies, caller, id, body ?? {}).catch((error: unknown) => {
      if (error instanceof NoPlace) reply.header('retry-after', error.retryAfterSeconds)
      throw error
    }),
  )

  registerEndpoint(app, uninstallEndpoint, async ({ caller, params: { id }, body }) => {
    const receipt = await uninstallApplication(dependencies, caller, id, body?.reason || null)
    const by = { id: caller.accountId, name: caller.name }
    return { status: 'uninstalled' as const, error: null, receipt: presentReceipt(receipt, by) }
  })

  registerEndpoint(app, getInstance, ({ caller, params: { id } }) => readInstance(dependencies, caller, id))

  registerEndpoint(app, changeInstance, async ({ caller, params: { id }, body }) => {
    await changeSetup(dependencies, caller, id, body.setup)
    return readInstance(dependencies, caller, id)
  })

  registerEndpoint(app, changeInstanceAgents, async ({ caller, params: { id }, body }) => {
    await changeAgents(dependencies, caller, id, body.agents)
    return readInstance(dependencies, caller, id)
  })

  registerEndpoint(app, noteOpenedEndpoint, async ({ caller, params: { id } }) => {
    await noteOpened(dependencies, caller, id)
    return { status: 'noted' as const }
  })

  const enter = createAwaitingGate()
  registerEndpoint(app, awaitApplication, async ({ body: { application_id: applicationId, email }, request, reply }) => {
    const wait = await awaitPublication(dependencies, { applicationId, email }, (now) => enter(request.ip, now))
    if (wait > 0) {
      reply.header('retry-after', Math.ceil(wait))
      throw new ApiError('TOO_MANY_REQUESTS')
    }
    return { status: 'awaiting' as const }
  })
}
