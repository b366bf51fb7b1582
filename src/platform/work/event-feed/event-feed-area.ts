/** The events of organizations: handles them while the server runs, and lets callers follow them. */
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import { createHourly } from '../../machine/hourly.ts'

export interface EventFeedArea extends Area {
  /** Called when the server listens: links in webhooks need its address. */
  listening(): void
  handlers: Pick<Handlers, 'events'>
}

export function createEventFeedArea({ events, log }: PlatformServices): EventFeedArea {
  const hourly = createHourly('The removal of old events', events.prune, log)
  return {
    handlers: {
      events: {
        async list({ caller, query: { after = null, limit, wait }, signal }) {
          const page = await events.read(caller.organizationId, after, { limit, waitMs: wait * 1000, signal })
          const listed = page.events.map(({ payload, ...event }) => ({ ...event, data: payload }))
          return { events: listed, position: page.position }
        },
      },
    },
    listening() {
      events.open()
      hourly.start()
    },
    async close() {
      await hourly.close()
      await events.close()
    },
  }
}
