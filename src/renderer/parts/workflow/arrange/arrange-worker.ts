/** The worker that arranges large graphs off the page's thread. */
import { type ArrangeInput, arrange } from './arrange.ts'

self.onmessage = (event: MessageEvent<ArrangeInput>) => self.postMessage(arrange(event.data))
