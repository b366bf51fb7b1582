/** The menu of actions on a model. */
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconDownload, IconPencil, IconPhotoCog, IconTrash } from '@tabler/icons-react'
import type { Model } from '../../../shared/api/models.ts'
import { askName } from '../../base/ui/ask-name.tsx'
import { openModelInput } from '../../parts/model/model-input/model-input-store.ts'
import { texts } from '../../texts/texts.ts'
import type { Models } from './use-models.ts'

export function ModelMenu({ model, models }: { model: Model; models: Models }) {
  const rename = () =>
    askName({
      title: texts.models.modelMenu.renameTitle,
      initial: model.name,
      action: texts.ui.words.rename,
      onName: (name) => models.change(model.id, { name }),
    })
  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={26} aria-label={texts.models.modelMenu.more(model.name)}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={15} />} onClick={rename}>
          {texts.ui.words.rename}
        </Menu.Item>
        {model.status === 'ready' && (
          <Menu.Item leftSection={<IconPhotoCog size={15} />} onClick={() => openModelInput(model)}>
            {texts.modelInput.open}
          </Menu.Item>
        )}
        {model.status === 'ready' && (
          <Menu.Item component="a" href={models.weightsUrl(model.id)} leftSection={<IconDownload size={15} />}>
            {texts.models.modelMenu.download}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => void models.remove(model)}>
          {texts.ui.words.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
