/** Options of a model that do not fit it. */
import type { conversions as english } from '../../../../shared/messages/en/conversions.ts'

export const conversions: Record<keyof typeof english, string> = {
  'conversion.unfit':
    '„{name}“ kann mit seiner Einstellung {field} nicht verwendet werden: {problem}. Ändern Sie die Einstellung, oder lassen Sie sie weg.',
  'conversion.one_or_three': 'es braucht eine Zahl oder drei',
  'conversion.layout_fixed': 'die Datei legt ihre Eingabe als {tensor} fest',
  'conversion.size_fixed': 'die Datei legt sie auf {width}x{height} fest',
  'conversion.class_count':
    '{given, plural, one {# Name} other {# Namen}} für {classes, plural, one {# Klasse} other {# Klassen}}',
  'conversion.three_channels': 'die Eingabe hat drei Kanäle',
  'conversion.one_channel': 'die Eingabe hat einen Kanal, den für Grau',
}
