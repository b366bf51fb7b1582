/** The texts of the pages for signing in, in the languages of the Studio. */
import type { Language } from '../../http/pages.ts'
import type { PasswordFault } from '../passwords/passwords.ts'
import type { BrowserName } from './browser-name.ts'

const en = {
  signIn: 'Sign in',
  signOut: 'Sign out',
  email: 'E-mail address',
  password: 'Password',
  newPassword: 'Password, at least 10 characters',
  name: 'Your name',
  wrong: 'Address or password is wrong.',
  tooMany: (minutes: number) => `Too many attempts. Try again in ${minutes} minutes.`,
  noMember: 'You are not a member of an organization. Ask for an invitation.',
  firstOwner: 'Create the first account',
  firstOwnerIntro: 'It will be the owner of this installation.',
  create: 'Create account',
  linkOver: 'This link is no longer valid',
  linkOverWhy: 'It was used already, or it is too old. Start the server again for a new one.',
  nameWrong: 'Enter a name of at most 200 characters.',
  emailWrong: 'Enter an e-mail address, such as name@example.com.',
  faults: {
    short: 'Choose a password of at least 10 characters.',
    long: 'Choose a password of at most 200 characters.',
    address: 'Choose a password that is not your e-mail address.',
    guessable:
      'Choose a password that is harder to guess: several words, or letters, digits and signs without a pattern.',
  } as Readonly<Record<PasswordFault, string>>,
  signedIn: (name: string, organization: string, role: string) =>
    `${name}, you are signed in to ${organization} with the role ${role}.`,
  studio: 'Open the Studio',
  connect: 'Connect an app, or end one',
  api: 'The description of the API is at',
  sessions: 'Your sessions',
  lastUsed: (time: string) => `last used ${time}`,
  thisOne: 'this session',
  account: 'Account',
  browser: ({ browser, system }: BrowserName) => (system === null ? browser : `${browser} on ${system}`),
  endOf: (name: string) => `End the session of ${name}`,
  end: 'End',
  changePassword: 'Change password',
  oldPassword: 'Password until now',
  changedPassword: 'New password, at least 10 characters',
  oldPasswordWrong: 'The password until now is wrong. The password was not changed.',
  passwordChanged: 'The password was changed, and your other sessions were ended.',
}

const de: typeof en = {
  signIn: 'Anmelden',
  signOut: 'Abmelden',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  newPassword: 'Passwort, mindestens 10 Zeichen',
  name: 'Ihr Name',
  wrong: 'Adresse oder Passwort ist falsch.',
  tooMany: (minutes) => `Zu viele Versuche. Versuchen Sie es in ${minutes} Minuten noch einmal.`,
  noMember: 'Sie sind kein Mitglied einer Organisation. Bitten Sie um eine Einladung.',
  firstOwner: 'Das erste Konto anlegen',
  firstOwnerIntro: 'Es wird der Eigentümer dieser Installation.',
  create: 'Konto anlegen',
  linkOver: 'Dieser Link gilt nicht mehr',
  linkOverWhy: 'Er wurde bereits verwendet oder ist zu alt. Starten Sie den Server neu für einen neuen.',
  nameWrong: 'Geben Sie einen Namen mit höchstens 200 Zeichen ein.',
  emailWrong: 'Geben Sie eine E-Mail-Adresse ein, etwa name@example.com.',
  faults: {
    short: 'Wählen Sie ein Passwort mit mindestens 10 Zeichen.',
    long: 'Wählen Sie ein Passwort mit höchstens 200 Zeichen.',
    address: 'Wählen Sie ein Passwort, das nicht Ihre E-Mail-Adresse ist.',
    guessable:
      'Wählen Sie ein Passwort, das schwerer zu erraten ist: mehrere Wörter oder Buchstaben, Ziffern und Zeichen ohne Muster.',
  },
  signedIn: (name, organization, role) => `${name}, Sie sind bei ${organization} angemeldet, mit der Rolle ${role}.`,
  studio: 'Studio öffnen',
  connect: 'Eine App verbinden oder beenden',
  api: 'Die Beschreibung der API steht unter',
  sessions: 'Ihre Sitzungen',
  lastUsed: (time) => `zuletzt verwendet ${time}`,
  thisOne: 'diese Sitzung',
  account: 'Konto',
  browser: ({ browser, system }) => (system === null ? browser : `${browser} unter ${system}`),
  endOf: (name) => `Sitzung von ${name} beenden`,
  end: 'Beenden',
  changePassword: 'Passwort ändern',
  oldPassword: 'Bisheriges Passwort',
  changedPassword: 'Neues Passwort, mindestens 10 Zeichen',
  oldPasswordWrong: 'Das bisherige Passwort ist falsch. Das Passwort wurde nicht geändert.',
  passwordChanged: 'Das Passwort wurde geändert, und Ihre anderen Sitzungen wurden beendet.',
}

export type SignInTexts = typeof en
export const signInTexts = (language: Language): SignInTexts => ({ en, de })[language]
