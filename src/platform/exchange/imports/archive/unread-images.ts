/** Image files that imports can't take: their formats by their names, and by their first bytes. */
import { isImageName, unstoredFormat } from '../../../../shared/domain/still-formats.ts'

/** Formats that Sightline takes nowhere, by the extensions of their files. */
const OTHERS: Readonly<Record<string, string>> = {
  OpenEXR: 'exr',
  'Radiance HDR': 'hdr',
  'DNG (raw)': 'dng',
  'Canon raw': 'crw cr2 cr3',
  'Nikon raw': 'nef nrw',
  'Sony raw': 'arw sr2 srf',
  'Fujifilm raw': 'raf',
  'Olympus raw': 'orf',
  'Panasonic raw': 'rw2',
  'Pentax raw': 'pef',
  'Samsung raw': 'srw',
  'JPEG XR': 'jxr wdp',
  'JPEG 2000': 'j2k jpf jpx j2c',
  'Portable anymap': 'pbm pgm ppm pnm pam',
  Targa: 'tga',
  DICOM: 'dcm dicom',
  SVG: 'svg svgz',
  'Windows icon': 'ico',
  'DirectDraw surface': 'dds',
}
const BY_EXTENSION = new Map(
  Object.entries(OTHERS).flatMap(([format, extensions]) => extensions.split(' ').map((one) => [one, format] as const)),
)

const otherFormat = (name: string): string | null =>
  BY_EXTENSION.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ?? null

/** True for an image file of any known format. */
export const isAnyImage = (name: string): boolean => isImageName(name) || otherFormat(name) !== null

/** The format that the name of an image claims, if imports can't take it; null for others. */
export const unreadFormat = (name: string): string | null => unstoredFormat(name) ?? otherFormat(name)

const STARTS: readonly [format: string, start: string, at?: number][] = [
  ...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'].map((brand) => brandOf('HEIC', brand)),
  brandOf('Canon raw', 'crx '),
  ['JPEG XL', '\xff\x0a'],
  ['JPEG XL', '\0\0\0\x0cJXL '],
  ['JPEG 2000', '\xff\x4f\xff\x51'],
  ['JPEG 2000', '\0\0\0\x0cjP  '],
  ['OpenEXR', 'v/1\x01'],
  ['Radiance HDR', '#?RADIANCE'],
  ['Radiance HDR', '#?RGBE'],
  ['Photoshop', '8BPS'],
]

function brandOf(format: string, brand: string): [format: string, start: string, at: number] {
  return [format, `ftyp${brand}`, 4]
}

/** The format that the first bytes of a file show, if imports can't take it, whatever its name says. */
export function unreadFormatOfStart(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  return STARTS.find(([, text, at = 0]) => start.startsWith(text, at))?.[0] ?? null
}
