/** The downloads of this page, newest first; nothing when there are none. */
import { useStore } from 'zustand'
import { texts } from '../../../texts/texts.ts'
import { DownloadRow } from './download-row.tsx'
import { downloadsStore } from './downloads.ts'
import classes from './get-model.module.css'

export function DownloadList() {
  const all = useStore(downloadsStore, (s) => s.all)
  if (all.length === 0) return null
  return (
    <section aria-label={texts.getModel.downloads.title}>
      <ul className={classes.downloads}>
        {all.toReversed().map((one) => (
          <DownloadRow key={one.key} download={one} />
        ))}
      </ul>
    </section>
  )
}
