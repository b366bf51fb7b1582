import type { ExecutorFactory } from '../nodes/executor.ts'

/** Emits the frame that the runtime has read. */
export const source: ExecutorFactory<'source'> = () => ({
  parallel: true,
  process: ({ frame }) => ({ frames: { type: 'frames', frame, regions: null } }),
})
