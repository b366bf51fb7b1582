export interface NotificationRow {
  id: string
  organization_id: string
  /** Null for a notification of the whole organization. */
  user_id: string | null
  type: string
  title: string
  /** JSON: the message that `title` is the English of. */
  title_text: string
  message: string | null
  message_text: string | null
  /** JSON; its keys depend on the type. */
  metadata: string | null
  is_read: 0 | 1
  created_at: string
}
