/** Hardware decoders: the reasons why software decodes instead. */
import type { hardware as english } from '../../../../shared/messages/en/hardware.ts'

export const hardware: Record<keyof typeof english, string> = {
  'hardware.no_device': '{name}: Diese Hardware oder ihr Treiber fehlt auf diesem Rechner.',
  'hardware.no_decoder': '{name}: Für {codec} gibt es keinen Decoder.',
  'hardware.failed': '{name}: Die Hardware oder ihr Treiber konnte {codec} nicht dekodieren.',
  'hardware.crashed': '{name}: Der Treiber hat den Prozess beendet, der ihn geprüft hat ({reason})',
  'hardware.differs':
    '{name}: Bild {frame} weicht von dem des Software-Decoders ab ({difference, select, pixels {Pixel} time {Zeit} count {fehlt} other {Format}}).',
  'hardware.not_seekable': 'Dateien im Format {format} lassen sich nicht ab einem früheren Bild erneut lesen.',
  'hardware.not_8_bit': 'Hardware dekodiert nur Video mit 8 Bit und 4:2:0.',
  'hardware.not_probed': 'Für {codec} wird keine Hardware verwendet.',
  'hardware.and': '{first} {next}',
  'hardware.none': 'Für dieses Betriebssystem wird kein Hardware-Decoder unterstützt.',
  'hardware.fell_back':
    '{name} ist ausgefallen oder hat Schäden im Video gefunden; der Rest wurde in Software dekodiert.',
}
