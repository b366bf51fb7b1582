/** The platform's API over the bridge, as the page calls it. */
import type { StudioClient } from '../../src/shared/bridge/studio.ts'
import type { RunningHost } from '../../tests/e2e/host.ts'
import { browse } from '../../tests/web/browser.ts'

export interface HostApi {
  api<T>(endpoint: string, input: unknown): Promise<T>
  close(): void
}

export async function hostApi(host: RunningHost): Promise<HostApi> {
  const { studio, close } = await (await browse(host.url)).open()
  return {
    api: <T>(endpoint: string, input: unknown) => (studio as StudioClient).api({ endpoint, input }) as Promise<T>,
    close,
  }
}
