/** The texts of the page of an invite, in the languages of the Studio. */
import type { InviteStatus } from '../../../shared/api/organizations.ts'
import type { Language } from '../../http/pages.ts'
import type { PasswordFault } from '../passwords/passwords.ts'

export interface InviteTexts {
  join(organization: string): string
  decline: string
  invited(email: string, role: string, day: string): string
  yourName: string
  joinAs(name: string): string
  nameMissing: string
  nameTooLong(max: number): string
  yourPassword: string
  newPassword: string
  passwordWrong: string
  passwordFaults: Readonly<Record<PasswordFault, string>>
  welcome: string
  isMember(name: string, organization: string, role: string): string
  declined: string
  didNotJoin(organization: string): string
  closed: string
  reasons: Readonly<Record<Exclude<InviteStatus, 'pending'>, string>>
  unknown: string
  checkLink: string
}

const en: InviteTexts = {
  join: (organization) => `Join ${organization}`,
  decline: 'Decline',
  invited: (email, role, day) =>
    `You are invited as ${email}, with the role ${role}. The invitation is valid until ${day}.`,
  yourName: 'Your name',
  joinAs: (name) => `You join as ${name}.`,
  nameMissing: 'Enter your name.',
  nameTooLong: (max) => `Enter a name of at most ${max} characters.`,
  yourPassword: 'Your password',
  newPassword: 'Password of at least 10 characters, to sign in here; leave it empty if you only use API keys',
  passwordWrong: 'This is not your password, or it was wrong too often. Try again in 15 minutes at the latest.',
  passwordFaults: {
    short: 'Choose a password of at least 10 characters.',
    long: 'Choose a password of at most 200 characters.',
    address: 'Choose a password that is not your e-mail address.',
    guessable:
      'Choose a password that is harder to guess: several words, or letters, digits and signs without a pattern.',
  },
  welcome: 'Welcome',
  isMember: (name, organization, role) => `${name}, you are now a member of ${organization}, with the role ${role}.`,
  declined: 'Invitation declined',
  didNotJoin: (organization) => `You did not join ${organization}. The link is no longer valid.`,
  closed: 'This link is no longer valid',
  reasons: {
    accepted: 'This invitation was accepted already.',
    declined: 'This invitation was declined.',
    expired: 'This invitation has expired. Ask for a new one.',
    revoked: 'This invitation was withdrawn. Ask for a new one.',
  },
  unknown: 'This link is not known',
  checkLink: 'Open the link in the mail again, and check that it is complete.',
}

const de: InviteTexts = {
  join: (organization) => `${organization} beitreten`,
  decline: 'Ablehnen',
  invited: (email, role, day) =>
    `Sie sind als ${email} eingeladen, mit der Rolle ${role}. Die Einladung gilt bis ${day}.`,
  yourName: 'Ihr Name',
  joinAs: (name) => `Sie treten als ${name} bei.`,
  nameMissing: 'Geben Sie Ihren Namen ein.',
  nameTooLong: (max) => `Geben Sie einen Namen mit höchstens ${max} Zeichen ein.`,
  yourPassword: 'Ihr Passwort',
  newPassword: 'Passwort mit mindestens 10 Zeichen zum Anmelden; leer, wenn Sie nur API-Schlüssel verwenden',
  passwordWrong: 'Das ist nicht Ihr Passwort, oder es war zu oft falsch. Versuchen Sie es spätestens in 15 Minuten.',
  passwordFaults: {
    short: 'Wählen Sie ein Passwort mit mindestens 10 Zeichen.',
    long: 'Wählen Sie ein Passwort mit höchstens 200 Zeichen.',
    address: 'Wählen Sie ein Passwort, das nicht Ihre E-Mail-Adresse ist.',
    guessable:
      'Wählen Sie ein Passwort, das schwerer zu erraten ist: mehrere Wörter oder Buchstaben, Ziffern und Zeichen ohne Muster.',
  },
  welcome: 'Willkommen',
  isMember: (name, organization, role) =>
    `${name}, Sie sind jetzt Mitglied von ${organization}, mit der Rolle ${role}.`,
  declined: 'Einladung abgelehnt',
  didNotJoin: (organization) => `Sie sind ${organization} nicht beigetreten. Der Link gilt nicht mehr.`,
  closed: 'Dieser Link gilt nicht mehr',
  reasons: {
    accepted: 'Diese Einladung wurde bereits angenommen.',
    declined: 'Diese Einladung wurde abgelehnt.',
    expired: 'Diese Einladung ist abgelaufen. Bitten Sie um eine neue.',
    revoked: 'Diese Einladung wurde zurückgezogen. Bitten Sie um eine neue.',
  },
  unknown: 'Dieser Link ist nicht bekannt',
  checkLink: 'Öffnen Sie den Link in der E-Mail noch einmal, und prüfen Sie, ob er vollständig ist.',
}

export const inviteTexts = (language: Language): InviteTexts => ({ en, de })[language]
