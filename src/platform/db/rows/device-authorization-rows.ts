/** Rows of apps that ask for the key of a person. */
import type { MemberRole } from '../../../shared/api/organizations.ts'

type Time = string

export interface DeviceAuthorizationRow {
  id: string
  /** Hex SHA-256 of the app's secret, which itself is never stored. */
  device_code_hash: string
  /** Hex SHA-256 of the code that the person compares. */
  user_code_hash: string
  /** Names that the app gave: untrusted. */
  app: string
  computer: string
  /** Hex SHA-256 of the network address that asked. */
  asked_from: string
  /** Also after `expires_at`. `consumed`: the app has received its key. */
  status: 'pending' | 'approved' | 'denied' | 'consumed'
  /** The member who approved, with the role at that time; null until then. */
  user_id: string | null
  organization_id: string | null
  role: MemberRole | null
  last_polled_at: Time | null
  created_at: Time
  expires_at: Time
}
