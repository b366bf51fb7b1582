/** Asks for the permission to show desktop notifications. */
import { texts } from '../../texts/texts.ts'

const words = texts.shell.runEndNotices

/** Requests the permission, in a click handler. Null when notifications are allowed, else advice for the user. */
export async function askForNotices(): Promise<string | null> {
  if (typeof Notification === 'undefined') return words.unsupported
  const answer =
    Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission
  if (answer === 'granted') return null
  return words.blocked
}
