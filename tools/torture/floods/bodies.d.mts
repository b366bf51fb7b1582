export interface FloodCall {
  method: string
  path: string
  headers: Record<string, string>
}
export function denseBodies(size: number): Buffer[]
export function send(baseUrl: string, call: FloodCall, body: Buffer): Promise<number | string>
export function flood(
  baseUrl: string,
  call: FloodCall,
  bodies: readonly Buffer[],
  count: number,
): Promise<Record<string, number>>
