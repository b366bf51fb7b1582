/** The reason of a deployment's status, in the language of the page. */
import type { Deployment } from '../../../shared/api/deployments.ts'
import { messageText } from '../../base/messages/message-text.ts'

/** Null when there is none: it failed, or was paused by nobody's call. */
export const reasonText = ({ error, text }: Pick<Deployment, 'error' | 'text'>): string | null =>
  error === null ? null : messageText({ message: error, ...(text && { text }) })
