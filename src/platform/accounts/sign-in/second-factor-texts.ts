/** The texts of two-factor sign-in, in the languages of the Studio. */
import type { Language } from '../../http/pages.ts'

/** After a day of too many codes, minutes would be a large number. */
const LONGEST_IN_MINUTES = 120
const inMinutes = (seconds: number) => Math.ceil(seconds / 60)
const inHours = (seconds: number) => Math.ceil(seconds / 3600)

const en = {
  title: 'Two-factor sign-in',
  intro: 'When it is on, signing in asks for your password, then for a code of an authenticator app on your phone.',
  isOff: 'It is off.',
  isOn: (day: string, codes: number) =>
    `It has been on since ${day}. ${codes === 1 ? 'One recovery code is' : `${codes} recovery codes are`} left.`,
  setUp: 'Set up two-factor sign-in',
  manage: 'Recovery codes and turning off',
  scan: 'Scan this QR code with an authenticator app:',
  qrCode: 'QR code of the key below',
  key: 'Or enter this key in the app, for codes that depend on the time:',
  confirm: 'Then enter your password and the code that the app shows.',
  password: 'Password',
  appCode: 'Code of the app',
  code: 'Code of the app, or a recovery code',
  turnOn: 'Turn on',
  cancel: 'Cancel',
  allow: 'Both changes need your password and a code.',
  renew: 'Make new recovery codes',
  turnOff: 'Turn off',
  isTurnedOff: 'Two-factor sign-in is off.',
  isTurnedOn: 'Two-factor sign-in is on, and your other sessions were ended.',
  isRenewed: 'The earlier recovery codes are no longer valid.',
  codesTitle: 'Recovery codes',
  codesIntro:
    'Each of these codes signs you in once without the app. They are shown only now: keep them where you find them without your phone.',
  toAccount: 'Back to your account',
  passwordWrong: 'The password is wrong. Nothing was changed.',
  codeWrong: 'The code is wrong, or was used already. Enter the one that the app shows now.',
  tooMany: (seconds: number) =>
    inMinutes(seconds) <= LONGEST_IN_MINUTES
      ? `Too many attempts. Try again in ${inMinutes(seconds)} minutes.`
      : `Too many attempts. Try again in ${inHours(seconds)} hours.`,
  codeTitle: 'Enter a code',
  codeIntro: 'Two-factor sign-in is on for your account. Enter the code that your authenticator app shows.',
  codeLost: 'Without the app and without a recovery code, ask the administrator of the server.',
  startAgain: 'Back to the password',
  overTitle: 'This sign-in is over',
  over: 'A code must be given within five minutes after the password.',
}

const de: typeof en = {
  title: 'Anmeldung mit zwei Faktoren',
  intro:
    'Ist sie an, fragt die Anmeldung nach dem Passwort und dann nach einem Code einer Authenticator-App auf Ihrem Telefon.',
  isOff: 'Sie ist aus.',
  isOn: (day, codes) =>
    `Sie ist an seit ${day}. ${codes === 1 ? 'Ein Wiederherstellungscode ist' : `${codes} Wiederherstellungscodes sind`} übrig.`,
  setUp: 'Anmeldung mit zwei Faktoren einrichten',
  manage: 'Wiederherstellungscodes und Ausschalten',
  scan: 'Scannen Sie diesen QR-Code mit einer Authenticator-App:',
  qrCode: 'QR-Code des Schlüssels darunter',
  key: 'Oder geben Sie diesen Schlüssel in der App ein, für zeitabhängige Codes:',
  confirm: 'Geben Sie dann Ihr Passwort und den Code ein, den die App anzeigt.',
  password: 'Passwort',
  appCode: 'Code der App',
  code: 'Code der App oder ein Wiederherstellungscode',
  turnOn: 'Einschalten',
  cancel: 'Abbrechen',
  allow: 'Beide Änderungen brauchen Ihr Passwort und einen Code.',
  renew: 'Neue Wiederherstellungscodes',
  turnOff: 'Ausschalten',
  isTurnedOff: 'Die Anmeldung mit zwei Faktoren ist aus.',
  isTurnedOn: 'Die Anmeldung mit zwei Faktoren ist an, und Ihre anderen Sitzungen wurden beendet.',
  isRenewed: 'Die früheren Wiederherstellungscodes gelten nicht mehr.',
  codesTitle: 'Wiederherstellungscodes',
  codesIntro:
    'Jeder dieser Codes meldet Sie einmal ohne die App an. Sie werden nur jetzt angezeigt: Bewahren Sie sie dort auf, wo Sie sie ohne Ihr Telefon finden.',
  toAccount: 'Zurück zu Ihrem Konto',
  passwordWrong: 'Das Passwort ist falsch. Nichts wurde geändert.',
  codeWrong: 'Der Code ist falsch oder wurde bereits verwendet. Geben Sie den ein, den die App jetzt anzeigt.',
  tooMany: (seconds) =>
    inMinutes(seconds) <= LONGEST_IN_MINUTES
      ? `Zu viele Versuche. Versuchen Sie es in ${inMinutes(seconds)} Minuten noch einmal.`
      : `Zu viele Versuche. Versuchen Sie es in ${inHours(seconds)} Stunden noch einmal.`,
  codeTitle: 'Code eingeben',
  codeIntro:
    'Für Ihr Konto ist die Anmeldung mit zwei Faktoren an. Geben Sie den Code ein, den Ihre Authenticator-App anzeigt.',
  codeLost: 'Fragen Sie ohne die App und ohne Wiederherstellungscode den Administrator des Servers.',
  startAgain: 'Zurück zum Passwort',
  overTitle: 'Diese Anmeldung ist vorbei',
  over: 'Ein Code muss innerhalb von fünf Minuten nach dem Passwort eingegeben werden.',
}

export type SecondFactorTexts = typeof en
export const secondFactorTexts = (language: Language): SecondFactorTexts => ({ en, de })[language]
