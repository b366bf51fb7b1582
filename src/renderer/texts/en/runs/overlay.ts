export const overlay = {
  inside: (n: number) => `${n} inside`,
  from: (time: string) => `from ${time}`,
  counted: (time: string) => `counted ${time}`,
  decided: (time: string) => `decided ${time}`,
}
