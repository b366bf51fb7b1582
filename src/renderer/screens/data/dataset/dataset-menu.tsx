/** The actions on a whole data set that are needed seldom. */
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconArrowsSplit2, IconDots, IconGridDots, IconLayersSubtract, IconPhotoSearch } from '@tabler/icons-react'
import type { Dataset } from '../../../../shared/api/datasets.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useRoleRefusal } from '../../../base/host/role-refusal.ts'
import { openGetModel } from '../../../parts/model/get-model/get-model-store.ts'
import { texts } from '../../../texts/texts.ts'
import { useBulk } from '../bulk/use-bulk.tsx'
import { deriveDataset } from '../derive/derive-dialog.tsx'
import { distributeSplits } from '../splits/splits-dialog.tsx'

const words = texts.data.derive

interface DatasetMenuProps {
  dataset: Dataset
  /** Reads the data set and its grid again. */
  onChanged(): Promise<void>
}

export function DatasetMenu({ dataset, onChanged }: DatasetMenuProps) {
  const host = useHost()
  const refused = useRoleRefusal('member')
  const bulk = useBulk({ datasetId: dataset.id, onChanged })
  const isOff = refused !== null || dataset.image_count === 0
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={refused ?? words.menu}>
          <ActionIcon variant="default" size={30} aria-label={words.menu}>
            <IconDots size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconLayersSubtract size={15} />}
          disabled={isOff}
          onClick={() => void deriveDataset(host, dataset, 'augment')}
        >
          {words.openAugment}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconGridDots size={15} />}
          disabled={isOff}
          onClick={() => void deriveDataset(host, dataset, 'tile')}
        >
          {words.openTile}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowsSplit2 size={15} />}
          disabled={isOff}
          onClick={() => distributeSplits({ onDistribute: bulk.distribute })}
        >
          {texts.data.splits.open}
        </Menu.Item>
        {host.info.account === null && (
          <Menu.Item leftSection={<IconPhotoSearch size={15} />} onClick={() => openGetModel({ use: 'search' })}>
            {words.openSearchModel}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
