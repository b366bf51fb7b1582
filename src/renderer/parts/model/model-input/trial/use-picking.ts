/** Picks or takes a file for a trial: by its path where the platform reads it, else by an upload. */
import { useState } from 'react'
import { useHost } from '../../../../base/host/host-context.ts'
import { errorText } from '../../../../base/ui/error-text.ts'
import { texts } from '../../../../texts/texts.ts'
import { MEDIA, pathOf, pickFile } from '../../../studio/upload/pick-file.ts'
import { uploadSource } from '../../../studio/upload/upload.ts'
import { type Specimen, specimenOfFile } from './specimen.ts'

const words = texts.modelInput.trial

export interface Picking {
  /** Name of the file that is being read. */
  busy: string | null
  problem: string | null
  pick(): Promise<void>
  take(file: File): Promise<void>
}

export function usePicking(onPicked: (specimen: Specimen) => void): Picking {
  const { info, studio } = useHost()
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function take(file: File): Promise<void> {
    setBusy(file.name)
    setProblem(null)
    try {
      const path = info.local_files ? pathOf(file) : null
      const source = await (path === null ? uploadSource(info.upload_url, file) : studio.openSourcePath({ path }))
      if (source) onPicked(specimenOfFile(source))
    } catch (error) {
      setProblem(`${words.notRead(file.name)}: ${errorText(error)}`)
    } finally {
      setBusy(null)
    }
  }

  return {
    busy,
    problem,
    take,
    async pick() {
      if (!info.local_files) {
        const file = await pickFile(MEDIA, words.choose)
        if (file) await take(file)
        return
      }
      try {
        const source = await studio.pickSource({ kind: 'image' })
        if (source) onPicked(specimenOfFile(source))
      } catch (error) {
        setProblem(errorText(error))
      }
    },
  }
}
