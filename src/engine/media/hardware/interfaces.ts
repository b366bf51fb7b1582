/** The interfaces to hardware decoders by operating system, and their FFmpeg devices. */
import {
  AV_HWDEVICE_TYPE_CUDA,
  AV_HWDEVICE_TYPE_D3D11VA,
  AV_HWDEVICE_TYPE_VAAPI,
  AV_HWDEVICE_TYPE_VIDEOTOOLBOX,
  type AVCodecID,
  type AVHWDeviceType,
} from 'node-av/constants'
import { Codec, HardwareDeviceContext } from 'node-av/lib'
import type { HardwareInterface } from '../../../shared/engine-contract/hardware-video.ts'
import '../libav-log.ts'

export const DEVICE_TYPES: Record<HardwareInterface, AVHWDeviceType> = {
  vaapi: AV_HWDEVICE_TYPE_VAAPI,
  cuda: AV_HWDEVICE_TYPE_CUDA,
  d3d11va: AV_HWDEVICE_TYPE_D3D11VA,
  videotoolbox: AV_HWDEVICE_TYPE_VIDEOTOOLBOX,
}

/** Returns null when the machine has no such device, or no driver for it. The caller frees the device. */
export function openDevice(type: AVHWDeviceType): HardwareDeviceContext | null {
  const device = new HardwareDeviceContext()
  if (device.create(type, null, null) >= 0) return device
  device.free()
  return null
}

/** FFmpeg's default decoders of these codecs are libraries; those that use the hardware are its own. */
const OWN_DECODERS = ['av1', 'vp9'] as const

/** Returns FFmpeg's decoder of the codec for this type of device; null when FFmpeg has none. */
export function decoderOn(type: AVHWDeviceType, codecId: AVCodecID): Codec | null {
  const own = OWN_DECODERS.map((name) => Codec.findDecoderByName(name as Parameters<typeof Codec.findDecoderByName>[0]))
  const candidates = [Codec.findDecoder(codecId), ...own.filter((codec) => codec?.id === codecId)]
  return candidates.find((codec) => codec && uses(codec, type)) ?? null
}

function uses(codec: Codec, type: AVHWDeviceType): boolean {
  for (let i = 0; ; i++) {
    const config = codec.getHwConfig(i)
    if (!config) return false
    if (config.deviceType === type) return true
  }
}
