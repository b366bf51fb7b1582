/** Issues of the fields of a block: values against their schema, settings to choose, lines and zones. */
import type { fields as english } from '../../../../shared/messages/en/fields.ts'

export const fields: Record<keyof typeof english, string> = {
  'field.unknown': 'Es gibt hier kein Feld „{name}“. Entfernen Sie es oder prüfen Sie die Schreibweise.',
  'field.required': 'Füllen Sie {names} aus.',
  'field.not_one_of': '„{field}“ muss einer dieser Werte sein: {values}.',
  'field.below_minimum': '„{field}“ muss mindestens {limit, number} sein.',
  'field.above_maximum': '„{field}“ darf höchstens {limit, number} sein.',
  'field.not_more_than': '„{field}“ muss größer als {limit, number} sein.',
  'field.not_less_than': '„{field}“ muss kleiner als {limit, number} sein.',
  'field.too_few': '„{field}“ braucht mindestens {limit, number}.',
  'field.too_many': '„{field}“ nimmt höchstens {limit, number}.',
  'field.names_twice': '„{field}“ nennt etwas doppelt.',
  'field.too_long': '„{field}“ nimmt höchstens {limit, number} Zeichen.',
  'field.empty': '„{field}“ darf nicht leer sein.',
  'field.not_https': '„{field}“ muss mit https:// beginnen.',
  'field.characters': '„{field}“ enthält Zeichen, die hier nicht erlaubt sind.',
  'field.invalid': '„{field}“ hat einen Wert, der hier nicht passt.',
  'field.choose_dataset': 'Wählen Sie einen Datensatz aus.',
  'field.choose_model': 'Wählen Sie ein Modell aus.',
  'field.choose_file': 'Wählen Sie eine Datei aus.',
  'field.choose_video':
    'Wählen Sie ein Video aus: Legen Sie eines auf der Arbeitsfläche ab oder drücken Sie „Video auswählen“.',
  'field.choose_image': 'Wählen Sie ein Bild aus.',
  'field.choose_export': 'Wählen Sie einen Export aus.',
  'field.no_prompts': 'Nennen Sie mindestens etwas, das gefunden werden soll.',
  'field.no_webhook_address': 'Geben Sie die Adresse ein, die die Ereignisse empfängt.',
  'field.no_annotations_dataset': 'Wählen Sie den Datensatz aus, der die Annotationen empfängt.',
  'field.shape_outside': '„{name}“ verlässt das Bild. Verschieben Sie die Punkte wieder nach innen (0 bis 1).',
  'field.line_points': '„{name}“ braucht zwei verschiedene Punkte. Zeichnen Sie auf dem Bild.',
  'field.zone_points': '„{name}“ braucht drei verschiedene Punkte. Zeichnen Sie auf dem Bild.',
  'field.zone_crosses_itself':
    '„{name}“ überschneidet sich. Verschieben Sie die Ecken so, dass sich die Seiten nicht treffen.',
  'field.rule_shape_outside':
    'Die {kind, select, line {Linie} other {Zone}} von Regel {rule} verlässt das Bild. Verschieben Sie die Punkte wieder nach innen (0 bis 1).',
  'field.rule_line_points': 'Die Linie von Regel {rule} braucht zwei verschiedene Punkte. Zeichnen Sie auf dem Bild.',
  'field.rule_zone_points': 'Die Zone von Regel {rule} braucht drei verschiedene Punkte. Zeichnen Sie auf dem Bild.',
  'field.rule_zone_crosses_itself':
    'Die Zone von Regel {rule} überschneidet sich. Verschieben Sie die Ecken so, dass sich die Seiten nicht treffen.',
  'field.duplicate_name':
    'Zwei Linien oder Zonen heißen „{name}“. Benennen Sie eine um, damit ihre Zählungen unterscheidbar sind.',
}
