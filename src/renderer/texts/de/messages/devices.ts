/** Devices that run models: why one is not available, and their lines in the log of a run. */
import type { devices as english } from '../../../../shared/messages/en/devices.ts'

export const devices: Record<keyof typeof english, string> = {
  'device.not_in_build': '{device} ist auf diesem System nicht Teil von ONNX Runtime.',
  'device.cuda_libraries':
    'CUDA braucht eine GPU von NVIDIA mit ihrem Treiber, CUDA 12 mit cuDNN 9 und Bibliotheken von ONNX Runtime, die der Befehl „sightline devices install-cuda“ herunterlädt.',
  'device.no_adapter': '{device} hat keine GPU mit Treiber gefunden. Installieren Sie den Treiber der Grafikkarte.',
  'device.unusable': '{device} lässt sich nicht verwenden. ONNX Runtime meldet: {reason}',
  'device.probe_ended':
    '{device} lässt sich nicht verwenden: Der Treiber hat den Prozess beendet, der es versucht hat.',
  'device.wrong_result': '{device} lässt sich nicht verwenden: Es liefert falsche Zahlen.',
  'device.model_fails': 'Das Modell „{model}“ läuft nicht auf {device}. ONNX Runtime meldet: {reason}',
  'device.sam3': 'SAM 3 läuft nur auf der CPU. Wählen Sie dafür die CPU.',
  'log.device': '„{model}“ läuft auf {device}',
  'log.device_failed':
    '{device} ist bei „{model}“ ausgefallen, ab hier rechnet die CPU. Die Ergebnisse bleiben gültig. ({reason})',
  'log.device_avoided':
    '„{model}“ läuft nicht auf {device}, weil es dort schon fehlgeschlagen ist. Wählen Sie das Gerät selbst, um es wieder zu versuchen.',
  'log.device_differs': '„{model}“ läuft nicht auf {device}: Seine Funde auf dem Prüfbild sind nicht die der CPU.',
}
