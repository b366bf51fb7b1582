/** API keys, members and invites. */
import type { people as english } from '../../../../shared/messages/en/people.ts'

export const people: Record<keyof typeof english, string> = {
  'key.of_nobody':
    'Nur der Schlüssel einer Person widerruft sich mit diesem Aufruf selbst. Widerrufen Sie ihn über seine Kennung, mit dem Schlüssel eines Admins.',
  'device.too_many': 'Zu viele Apps warten auf die Anmeldung. Versuchen Sie es in {seconds} Sekunden noch einmal.',
  'device.code_unknown':
    'Dieser Gerätecode ist nicht bekannt, oder sein Schlüssel wurde schon abgeholt. Fordern Sie einen neuen an.',
  'key.missing': 'Einen API-Schlüssel mit dieser Kennung gibt es nicht.',
  'key.other_organization':
    'Dieser Schlüssel gehört nicht zur Organisation „{name}“. Verwenden Sie einen Schlüssel dieser Organisation.',
  'key.role_above_own':
    'Dieser Schlüssel hat die Rolle {own} und kann deshalb keinen Schlüssel mit der Rolle {role} anlegen. Bitten Sie jemanden mit höherer Rolle.',
  'key.of_higher_role':
    'Dieser Schlüssel hat die Rolle {own} und kann deshalb keinen Schlüssel mit der Rolle {role} ändern. Bitten Sie jemanden mit höherer Rolle.',
  'key.secret_above_own':
    'Der Schlüssel hat die Rolle {role}, Sie haben die Rolle {own}: Sein Geheimnis sehen nur Personen mit dieser oder einer höheren Rolle.',
  'key.secret_of_another':
    'Dieser Schlüssel gehört einer anderen Person, die allein sein Geheimnis sieht: Aufrufe mit ihm geschehen in ihrem Namen. Erstellen Sie einen eigenen Schlüssel.',
  'key.secret_not_kept':
    'Das Geheimnis dieses Schlüssels wurde nicht aufbewahrt: Die Befehlszeile hat ihn angelegt. Legen Sie einen neuen an.',
  'key.secret_unreadable':
    'Das Geheimnis dieses Schlüssels kann nicht entschlüsselt werden. Legen Sie einen neuen Schlüssel an.',
  'secret.already_revealed':
    'Sie haben dieses Geheimnis seit Ihrer Anmeldung schon gesehen. Melden Sie sich ab und erneut an, um es noch einmal zu sehen.',
  'key.expiry_not_in_future': 'muss ein Zeitpunkt in der Zukunft sein',
  'member.missing': 'Ein Mitglied mit dieser Kennung gibt es nicht.',
  'member.last_owner':
    'Dies ist der letzte Eigentümer der Organisation. Machen Sie zuerst ein anderes Mitglied zum Eigentümer.',
  'member.owners_only':
    'Nur ein Eigentümer kann Mitglieder zu Eigentümern machen oder Eigentümer ändern und entfernen; dieser Schlüssel hat die Rolle {own}.',
  'member.cap_reached':
    'Der Tarif erlaubt {max, number} Mitglieder, und so viele sind es mit den offenen Einladungen. Entfernen Sie ein Mitglied oder widerrufen Sie eine Einladung.',
  'invite.missing': 'Eine Einladung mit dieser Kennung gibt es nicht.',
  'invite.not_an_address': 'muss eine E-Mail-Adresse sein, wie name@example.com',
  'invite.pending_already':
    'Für {email} gibt es eine offene Einladung. Widerrufen Sie sie zuerst, um eine neue zu senden.',
  'invite.member_already': '{email} ist bereits Mitglied der Organisation.',
  'invite.not_pending': 'Diese Einladung hat den Stand {status}. Nur eine offene Einladung lässt sich widerrufen.',
  'sign_in.busy': 'Im Moment melden sich zu viele Personen an. Versuchen Sie es in einigen Sekunden noch einmal.',
}
