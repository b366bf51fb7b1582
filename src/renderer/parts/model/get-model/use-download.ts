/** Starts downloads, gives the model to the block that asked for it, and reports the end where no list shows it. */
import { useCallback } from 'react'
import { useHost } from '../../../base/host/host-context.ts'
import { toastError, toastInfo } from '../../../base/ui/toast.tsx'
import { texts } from '../../../texts/texts.ts'
import { type DownloadRequest, download, keyOf, markGiven } from './downloads.ts'
import { getModelStore } from './get-model-store.ts'
import { giveModelIfOpen } from './give-model.ts'

export function useDownload(): (request: DownloadRequest) => void {
  const host = useHost()
  return useCallback(
    (request) =>
      void download(host, request).then((ended) => {
        const state = ended?.state
        if (state?.at === 'done' && request.receiver && giveModelIfOpen(request.receiver, state.name)) {
          markGiven(keyOf(request))
          return
        }
        if (getModelStore.getState().open) return
        const words = texts.getModel.downloads
        if (state?.at === 'done') toastInfo(words.ready(state.name))
        if (state?.at === 'failed') toastError(words.failed(request.title), new Error(state.message))
      }),
    [host],
  )
}
