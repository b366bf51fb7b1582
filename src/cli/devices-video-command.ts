import { Command } from 'commander'
import { createEngine } from '../engine/host/engine-host.ts'
import type { HardwareCodec } from '../shared/engine-contract/hardware-video.ts'
import { englishOf } from '../shared/messages/format.ts'
import { engineEntry } from './resources.ts'
import { EXIT, guarded, print } from './terminal.ts'

/** A hardware decoder, as `--json` prints it. */
interface PrintedCodec {
  interface: string
  name: string
  codec: string
  usable: boolean
  /** Null for a usable codec. */
  reason: string | null
}

export const devicesVideoCommand = (): Command =>
  new Command('video')
    .description('list the hardware decoders of this machine, each tried on a few frames')
    .option('--json', 'print them as JSON')
    .action((_options: object, command: Command) =>
      guarded(async () => {
        // Parsed by “devices”, which has this option too.
        const { json } = command.optsWithGlobals<{ json?: boolean }>()
        const codecs = (await createEngine({ entry: engineEntry() }).hardwareVideo()).map(printed)
        print(json ? JSON.stringify(codecs, null, 2) : list(codecs))
        return EXIT.ok
      }),
    )

const printed = ({ interface: kind, name, codec, usable, reason }: HardwareCodec): PrintedCodec => ({
  interface: kind,
  name,
  codec,
  usable,
  reason: reason && englishOf(reason),
})

function list(codecs: readonly PrintedCodec[]): string {
  const usable = codecs.filter((codec) => codec.usable).map(({ name, codec }) => `${name} decodes ${codec}.`)
  const reasons = [...new Set(codecs.flatMap(({ reason }) => reason ?? []))]
  const none = usable.length === 0 ? ['No video hardware can be used: video is decoded in software.'] : []
  return [...none, ...usable, ...reasons].join('\n')
}
