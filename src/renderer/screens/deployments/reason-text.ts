/** The reason of a deployment's status, in the language of the page. */
import type { Deployment } from '../../../shared/api/deployments.ts'
import { messageText } from '../../texts/message-text.ts'

/** Null for a deployment without a reason, such as one that a person paused. */
export const reasonText = ({ error, text }: Pick<Deployment, 'error' | 'text'>): string | null =>
  error === null ? null : messageText({ message: error, ...(text && { text }) })
