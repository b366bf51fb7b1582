/** The folders of an archive with their first files. */
import type { ExportPlan } from '../../../../shared/api/exports.ts'
import { texts } from '../../../texts/texts.ts'
import classes from '../bring/bring.module.css'

const words = texts.data.exports

export function ArchiveTree({ folders }: { folders: ExportPlan['folders'] }) {
  return (
    <ul aria-label={words.files} className={classes.tree}>
      {folders.map(({ path, files, examples }) => (
        <li key={path}>
          <b>{path === '' ? words.top : `${path}/`}</b> <span className={classes.note}>{words.fileCount(files)}</span>
          <ul>
            {examples.map((name) => (
              <li key={name}>{name}</li>
            ))}
            {files > examples.length && <li className={classes.note}>…</li>}
          </ul>
        </li>
      ))}
    </ul>
  )
}
