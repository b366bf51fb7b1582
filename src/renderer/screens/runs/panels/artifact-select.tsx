/** Selects the file that a view shows; hidden when there is only one. */
import { Select } from '@mantine/core'
import type { Artifact } from '../../../../shared/domain/run.ts'
import classes from '../../../base/ui/panel.module.css'
import { texts } from '../../../texts/texts.ts'

interface ArtifactSelectProps {
  artifacts: readonly Artifact[]
  value: string | undefined
  onChange: (id: string) => void
}

export function ArtifactSelect({ artifacts, value, onChange }: ArtifactSelectProps) {
  if (artifacts.length < 2) return null
  return (
    <div className={classes.tools}>
      <Select
        w={260}
        aria-label={texts.runs.panels.artifactSelect.file}
        data={artifacts.map(({ id, name }) => ({ value: id, label: name }))}
        value={value ?? null}
        allowDeselect={false}
        onChange={(id) => id && onChange(id)}
      />
    </div>
  )
}
