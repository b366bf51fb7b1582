/** Hardware decoders: the reasons why software decodes instead. */
export const hardware = {
  'hardware.no_device': ['{name}: this machine has no such hardware, or no driver for it.', 'name'],
  'hardware.no_decoder': ['{name}: it has no decoder for {codec}.', 'name', 'codec'],
  'hardware.failed': ['{name}: the hardware or its driver could not decode {codec}.', 'name', 'codec'],
  'hardware.crashed': ['{name}: the driver ended the process that tried it ({reason})', 'name', 'reason'],
  'hardware.differs': [
    '{name}: frame {frame} differs from that of the software decoder ({difference, select, pixels {pixels} time {time} count {missing} other {format}}).',
    'name',
    'frame',
    'difference',
  ],
  'hardware.not_seekable': ['{format} files can not be read again from an earlier frame.', 'format'],
  'hardware.not_8_bit': 'only 8-bit 4:2:0 video is decoded by hardware.',
  'hardware.not_probed': ['hardware is not used for {codec}.', 'codec'],
  'hardware.and': ['{first} {next}', 'first', 'next'],
  'hardware.none': 'this operating system has no supported hardware decoder.',
  'hardware.fell_back': ['{name} failed or found damage in the video; the rest was decoded in software.', 'name'],
} as const
