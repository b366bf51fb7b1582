/** The platform: its services, its areas, and the HTTP server before them. */
import { setMaxListeners } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ENDPOINTS } from '../shared/api/index.ts'
import { createLimitsArea } from './accounts/limits/limits-area.ts'
import { SIGN_IN_PATH } from './accounts/sign-in/page-parts.ts'
import { mountMcp } from './agents/mcp/mount-mcp.ts'
import { createAreas } from './areas.ts'
import { responds } from './db/responds.ts'
import { mountReference } from './http/api-reference/mount-reference.ts'
import { createApp } from './http/app.ts'
import { isLoopbackAddress, orUnavailable } from './http/auth.ts'
import { bodyRoom, createBodyBudget } from './http/body-budget.ts'
import { PATIENCE } from './http/body-timeout.ts'
import { clientAddressOf } from './http/client-address.ts'
import { limitConnections } from './http/connection-limit.ts'
import { createInProgress } from './http/in-progress.ts'
import { type MetricsServer, serveMetrics } from './http/metrics/metrics-server.ts'
import { watchQueues } from './http/metrics/queue-gauges.ts'
import { ownHosts } from './http/own-hosts.ts'
import { NO_PROXIES } from './http/trusted-proxies.ts'
import { failedStart } from './machine/failed-start.ts'
import { createIdleWork } from './machine/idle-work.ts'
import type { Platform, PlatformOptions } from './platform.ts'
import { openServices } from './services.ts'
import { mountStudio } from './studio/mount-studio.ts'

const DEFAULT_HEARTBEAT_MS = 15_000
const CLOSE_PATIENCE_MS = 1000

/**
 * Opens the data folder and prepares everything except the port.
 * @throws DataDirInUse when another platform uses the folder, DataDirShared for one such as /tmp, StartFailure for one that can't
 * be used
 */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  try {
    return await openPlatform(options)
  } catch (error) {
    throw failedStart(error, options.dataDir)
  }
}

async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const { host = '127.0.0.1' } = options
  const publicUrl = options.publicUrl?.replace(/\/$/, '')
  let origin = publicUrl ?? ''
  const opened = await openServices(options, () => origin)
  const { services, organizations, organizationId, lock, closeDatabase } = opened
  try {
    const { db, engine, metrics, log } = services
    watchQueues(metrics, db, log)
    const areas = createAreas(services, organizations, options)
    const { keys } = areas
    const limits = createLimitsArea(services)
    await limits.start()
    await areas.start()
    await opened.started()

    const inProgress = createInProgress()
    const idleWork = createIdleWork(inProgress.isBusy)
    const bodies = createBodyBudget({ ...bodyRoom(), ...options.bodyRoom })
    const verifyKey = orUnavailable(keys.verify, log)
    const closing = new AbortController()
    let isDraining = false
    // One listener for each open call, of which there may be any number.
    setMaxListeners(0, closing.signal)
    const { trustProxy = NO_PROXIES, allowedHosts = [] } = options
    const publicHost = publicUrl === undefined ? [] : [new URL(publicUrl).host]
    const namesServer = ownHosts(isLoopbackAddress(host), [...publicHost, ...allowedHosts])
    const app = await createApp({
      endpoints: ENDPOINTS,
      handlers: areas.handlers,
      pages: areas.pages,
      verifiers: {
        api_key: verifyKey,
        deployment_token: orUnavailable(areas.verifyDeploymentToken, log),
        session: orUnavailable(areas.verifySession, log),
        publicUrl,
      },
      admissions: limits.admissions,
      repetitions: limits.repetitions,
      changes: areas.changes,
      inProgress,
      idleWork,
      bodies,
      closing: closing.signal,
      heartbeatMs: options.heartbeatMs ?? DEFAULT_HEARTBEAT_MS,
      patience: { ...PATIENCE, ...options.patience },
      publicUrl,
      namesServer,
      clientAddress: clientAddressOf(trustProxy, log),
      metrics,
      room: services.room,
      isReady: async () => !isDraining && closed === null && (await responds(db)),
      version: options.version,
      log,
    })

    limitConnections(app.server, trustProxy, log)
    await mountReference(app)
    await mountMcp(app, {
      tools: areas.agentTools,
      verifyKey,
      admissions: limits.admissions,
      patience: { ...PATIENCE, ...options.patience },
      bodies,
      publicUrl,
      version: options.version,
      log,
    })

    const endPages = options.studio
      ? await mountStudio(app, {
          door: options.studio,
          visitorOf: areas.visitorOf,
          signInPath: SIGN_IN_PATH,
          publicUrl,
          namesServer,
          inProgress,
          takeMemory: bodies.takeNow,
          log,
        })
      : () => {}

    let metricsServer: MetricsServer | null = null
    let closed: Promise<void> | null = null

    async function closeAll(): Promise<void> {
      endPages()
      lock.closing()
      idleWork.stop()
      await areas.close()
      engine.close()
      // Event streams end with their runs; other replies in progress get a moment to finish.
      const patience = setTimeout(() => {
        closing.abort()
        app.server.closeAllConnections()
      }, CLOSE_PATIENCE_MS)
      await app.close()
      clearTimeout(patience)
      closing.abort()
      await inProgress.ended()
      await limits.close()
      await metricsServer?.close()
      await closeDatabase()
      lock.release()
    }
    return {
      organizationId,
      async listen() {
        await app.listen({ host, port: options.port ?? 0 })
        metricsServer = options.metrics ? await serveMetrics(metrics, options.metrics) : null
        const { port } = app.server.address() as AddressInfo
        const baseUrl = `http://${reachableHost(host)}:${port}`
        origin ||= baseUrl
        areas.listening()
        idleWork.start()
        return { baseUrl, metricsUrl: metricsServer?.url ?? null }
      },
      async drain(ms) {
        isDraining = true
        await Promise.race([areas.drain(), sleep(ms, undefined, { ref: false })])
      },
      close() {
        closed ??= closeAll()
        return closed
      },
      async createOrganization(name) {
        const id = await organizations.create(name)
        await areas.organizationMade(id)
        return id
      },
      async createKey(role, key = {}) {
        const { secret } = await keys.create({
          organizationId: key.organizationId ?? organizationId,
          name: key.name ?? role,
          role,
          expiresAt: key.expiresAt ?? null,
          userId: key.userId ?? null,
          isOperator: key.isOperator ?? false,
        })
        return secret
      },
      hasOperatorKey: (name) => keys.hasOperatorKey(organizationId, name),
      firstOwnerLink: () => areas.firstOwnerLink(),
      firstOwnerKey: () => areas.firstKey.create(organizationId),
      isFirstOwnerUnused: async (text) =>
        URL.canParse(text) ? areas.isFirstOwnerLink(text) : areas.firstKey.isUnused(text),
      revokeKeys: (name) => keys.revoke(organizationId, name),
    }
  } catch (error) {
    await closeDatabase()
    lock.release()
    throw error
  }
}

/** A wildcard address can be listened on, but not called. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
