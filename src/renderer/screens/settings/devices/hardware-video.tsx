/** Hardware decoding of video: the switch, and the decoders of this machine. */
import { Switch } from '@mantine/core'
import { useCallback } from 'react'
import type { DeviceList, VideoDecoder } from '../../../../shared/api/devices.ts'
import { CODEC_NAMES, type HardwareVideo as Mode } from '../../../../shared/engine-contract/hardware-video.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useResource } from '../../../base/ui/use-resource.ts'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import settings from '../settings.module.css'
import classes from './devices.module.css'

const words = texts.devices.video

interface HardwareVideoProps {
  list: Pick<DeviceList, 'hardware_video' | 'hardware_video_fixed'>
  canChoose: boolean
  onChoose(mode: Mode): void
}

export function HardwareVideo({ list, canChoose, onChoose }: HardwareVideoProps) {
  const { hardware_video, hardware_video_fixed } = list
  return (
    <>
      <Switch
        classNames={{ root: classes.video, description: classes.facts }}
        // The description is part of Mantine's label too; here it is the description only.
        aria-label={words.decode}
        label={words.decode}
        description={hardware_video_fixed && canChoose ? words.fixed : words.decodeHint}
        checked={hardware_video === 'decode'}
        disabled={hardware_video_fixed || !canChoose}
        onChange={(e) => onChoose(e.currentTarget.checked ? 'decode' : 'off')}
      />
      <Decoders />
    </>
  )
}

/** Requested apart from the devices: a driver may take seconds to answer. */
function Decoders() {
  const host = useHost()
  const load = useCallback(async () => (await host.api('devices.list', { query: { video: true } })).video ?? [], [host])
  const { value: decoders, error } = useResource(load)
  if (!decoders) {
    return (
      <p className={`${settings.prose} ${classes.note}`} role="status">
        {error ?? words.detecting}
      </p>
    )
  }
  return (
    <ul className={`${settings.prose} ${classes.decoders}`} aria-label={words.decoders}>
      {sentencesOf(decoders).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

/** One sentence for each interface with its codecs, then the reasons of the others, each once. */
function sentencesOf(decoders: readonly VideoDecoder[]): string[] {
  const usable = decoders.filter((one) => one.usable)
  const found = [...new Set(usable.map(({ name }) => name))].map((name) =>
    words.decodes(name, usable.flatMap((one) => (one.name === name ? CODEC_NAMES[one.codec] : [])).join(', ')),
  )
  const reasons = decoders.flatMap(({ reason, text }) =>
    reason === null ? [] : [messageText({ message: reason, ...(text && { text }) })],
  )
  return [...(found.length > 0 ? found : [words.none]), ...new Set(reasons)]
}
