/** Imports marks from a file and exports them to one. */
import { useCallback } from 'react'
import { saveText } from '../../../base/ui/save-text.ts'
import { toastError, toastInfo } from '../../../base/ui/toast.tsx'
import { pickFile } from '../../../parts/studio/upload/pick-file.ts'
import { texts } from '../../../texts/texts.ts'
import { type OpenTruth, truthOf } from './open-truth.ts'
import { readTruthFile, truthCsv, truthJson } from './truth-files.ts'

export function useTruthFiles(truth: OpenTruth) {
  const importFile = useCallback(async () => {
    const file = await pickFile('.json,.csv,application/json,text/csv', texts.lab.marks.chooseFile)
    if (!file) return
    try {
      const places = readTruthFile(await file.text())
      truth.replace(places)
      toastInfo(texts.lab.marks.imported(places.reduce((sum, p) => sum + p.marks.length, 0)))
    } catch (error) {
      toastError(texts.lab.marks.notImported, error)
    }
  }, [truth])
  const exportFile = useCallback(
    (format: 'json' | 'csv') => {
      const value = truthOf(truth.media, truth.store.getState().places)
      const name = `${value.media.name.replace(/\.[^.]*$/, '') || 'video'}.truth.${format}`
      if (format === 'json') saveText(name, truthJson(value), 'application/json')
      else saveText(name, truthCsv(value), 'text/csv')
    },
    [truth],
  )
  return { importFile: () => void importFile(), exportFile }
}
