/** Checks the role of the page's calls before they are made. */
import { type Role, roleAtLeast } from '../../../shared/api/endpoint.ts'
import { texts } from '../../texts/texts.ts'
import { useRole } from './server-state.tsx'

/** The reason why a call that needs this role would be refused; null when it would not, or the role is not known. */
export function useRoleRefusal(least: Role): string | null {
  const role = useRole()
  if (role === null || role === undefined || roleAtLeast(role, least)) return null
  return texts.access.roleTooLow(texts.access.roles[least], texts.access.roles[role])
}
