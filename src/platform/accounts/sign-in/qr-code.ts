/** QR codes as SVG in a page, which need neither a script nor a style that its policy would refuse. */
import encodeQR from 'qr'
import { type Html, html } from '../../http/html.ts'

/** The margin that readers need, in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** `label`: for people who don't see it. */
export const qrCode = (content: string, label: string): Html =>
  html`<div class="qr" role="img" aria-label="${label}">${{ html: encodeQR(content, 'svg', { border: QUIET_ZONE }) }}</div>`
