/** The button that adds images of the user's disk to a data set. */
import { Button, FileButton, Tooltip } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Dataset } from '../../../../shared/api/datasets.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { texts } from '../../../base/messages/texts.ts'
import { toastError, toastInfo } from '../../../base/ui/toast.tsx'
import { addImages } from '../../../parts/config-form/controls/add-images.ts'

const words = texts.data.dataset
const IMAGE_TYPES = 'image/jpeg,image/png,image/webp,image/bmp,image/tiff,image/avif'

interface AddImagesButtonProps {
  dataset: Dataset
  /** The reason why the caller may not add images; null when it may. */
  refused: string | null
  onAdded(): Promise<void>
}

export function AddImagesButton({ dataset, refused, onAdded }: AddImagesButtonProps) {
  const host = useHost()
  const [adding, setAdding] = useState<string | null>(null)
  const add = async (files: readonly File[]) => {
    const show = (done: number) => setAdding(words.adding(done, files.length))
    show(0)
    const { added, refused: failures } = await addImages(host, dataset.id, files, show)
    setAdding(null)
    if (added > 0) toastInfo(words.added(added))
    if (failures[0] !== undefined) toastError(words.notAdded(failures.length), new Error(failures[0]))
    await onAdded()
  }
  const icon = <IconPhotoPlus size={15} />
  if (refused !== null) {
    return (
      <Tooltip label={refused} multiline maw={300} position="bottom-end">
        <Button leftSection={icon} aria-disabled data-disabled aria-description={refused}>
          {words.addImages}
        </Button>
      </Tooltip>
    )
  }
  return (
    <>
      {adding !== null && <span role="status">{adding}</span>}
      <FileButton multiple accept={IMAGE_TYPES} onChange={(files) => files.length > 0 && void add(files)}>
        {(props) => (
          <Button {...props} leftSection={icon} loading={adding !== null}>
            {words.addImages}
          </Button>
        )}
      </FileButton>
    </>
  )
}
