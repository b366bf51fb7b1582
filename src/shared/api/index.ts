/** Every endpoint that is built, by resource. */
import type { Endpoint } from './endpoint.ts'
import { models } from './models.ts'
import { uploads, video } from './video.ts'
import { workflowRuns, workflows } from './workflows.ts'

export const API = { workflows, workflowRuns, models, video, uploads } as const

export type Api = typeof API
/** 'workflows.create' and so on. */
export type EndpointId = { [G in keyof Api]: `${G & string}.${keyof Api[G] & string}` }[keyof Api]
export type EndpointById<Id extends EndpointId> = Id extends `${infer G extends keyof Api & string}.${infer N}`
  ? N extends keyof Api[G]
    ? Api[G][N] extends infer E extends Endpoint
      ? E
      : never
    : never
  : never

export const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(API).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([name, e]) => [`${group}.${name}`, e as Endpoint] as const),
  ),
)
