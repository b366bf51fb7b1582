/** Records of the Studio: batches, ground truth, labels of runs, and versions of workflows. */
import type { records as english } from '../../../../shared/messages/en/records.ts'

export const records: Record<keyof typeof english, string> = {
  'record.missing': 'Es gibt keinen Eintrag „{id}“, oder sein Besitzer teilt ihn nicht.',
  'record.changed_elsewhere': 'Das wurde in einem anderen Fenster geändert. Lesen Sie es neu.',
  'record.version_named_elsewhere': 'Ein anderes Fenster hat diese Version benannt. Lesen Sie die Liste neu.',
  'record.version_newer':
    'Diese Version stammt aus einer neueren Version von Sightline. Aktualisieren Sie Sightline, um sie zu öffnen.',
  'record.version_missing': 'Diese Version ist nicht mehr da.',
  'record.other_batch': 'muss das des Eintrags sein. Legen Sie für einen anderen Stapel einen eigenen Eintrag an',
  'record.other_video': 'muss das des Eintrags sein. Legen Sie für ein anderes Video einen eigenen Eintrag an',
  'record.other_run': 'muss das des Eintrags sein. Legen Sie für einen anderen Lauf einen eigenen Eintrag an',
  'record.no_labels':
    'Eine Beschriftung braucht einen Namen, ein Schlagwort oder eine Notiz. Löschen Sie den Eintrag, um sie zu entfernen.',
  'record.only_owner_shares': 'Nur der Besitzer eines Eintrags kann ihn teilen oder wieder für sich behalten.',
  'record.sharing_needs_member':
    'Um einen Eintrag mit der Organisation zu teilen, braucht es die Rolle member; hier gilt {role}. Fragen Sie einen Administrator.',
  'record.shared_needs_member':
    'Um einen Eintrag zu ändern, den eine andere Person teilt, braucht es die Rolle member; hier gilt {role}. Fragen Sie einen Administrator.',
  'record.settings_need_user':
    'Einstellungen gehören einer Person, und dieser Schlüssel gehört niemandem. Verwenden Sie den Schlüssel einer Person.',
}
