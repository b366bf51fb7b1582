/** The users of a model or a data set, listed before it is deleted. */
import { type Static, Type } from 'typebox'

export const ResourceUsers = Type.Object(
  {
    workflows: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
      description: 'Workflows whose graph uses it, by name',
    }),
    runs: Type.Array(Type.Object({ id: Type.String(), workflow_name: Type.String() }), {
      description: 'Queued or processing',
    }),
  },
  { $id: 'ResourceUsers' },
)
export type ResourceUsers = Static<typeof ResourceUsers>

export const ModelUsers = Type.Object(
  {
    ...ResourceUsers.properties,
    evaluations: Type.Array(Type.Object({ id: Type.String(), export_name: Type.String() }), {
      description: 'Pending or running',
    }),
  },
  { $id: 'ModelUsers' },
)
export type ModelUsers = Static<typeof ModelUsers>
