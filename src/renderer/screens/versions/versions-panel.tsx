/** The panel with the list of versions, the chosen one, and a button to save a new one. */
import { Button, Loader } from '@mantine/core'
import { IconDeviceFloppy, IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import type { VersionsPanelProps } from '../../base/extensions/extensions.ts'
import { Empty, LoadError } from '../../base/ui/empty.tsx'
import { saveVersion } from '../../parts/workflow/versions/save-version.ts'
import { texts } from '../../texts/texts.ts'
import { useVersionList } from './use-versions.ts'
import { VersionDetail } from './version-detail.tsx'
import { VersionList } from './version-list.tsx'
import classes from './versions.module.css'

const T = texts.versions

export function VersionsPanel({ versions: store, current, names, onClose }: VersionsPanelProps) {
  const { versions, problem, reload } = useVersionList(store)
  const [wanted, setWanted] = useState<string | null>(null)
  const save = () =>
    saveVersion({ versions: store }, (id) => {
      setWanted(id)
      reload()
    })
  const saveButton = (
    <Button variant="default" leftSection={<IconDeviceFloppy size={15} />} onClick={save}>
      {T.saveCommand}
    </Button>
  )

  if (versions === null) {
    if (problem === null)
      return <Loader className={classes.loading} size="sm" color="gray" role="img" aria-label={T.loading} />
    return <LoadError title={T.unreadable} message={problem} onRetry={reload} />
  }
  const chosen = versions.find((v) => v.id === wanted) ?? versions[0]
  if (!chosen) {
    return (
      <Empty icon={<IconHistory size={22} />} title={T.noneTitle} action={saveButton}>
        {T.noneText}
      </Empty>
    )
  }
  return (
    <div className={classes.panel}>
      <div className={classes.left}>
        {saveButton}
        <VersionList versions={versions} chosen={chosen.id} onChoose={setWanted} />
      </div>
      <VersionDetail
        key={chosen.id}
        version={chosen}
        versions={versions}
        store={store}
        current={current}
        names={names}
        onClose={onClose}
        onChange={reload}
      />
    </div>
  )
}
