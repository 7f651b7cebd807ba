export interface Point {
  x: number
  y: number
}

/** What the server checks: `x1,y1-x2,y2;W;H`, offsets inside the picture as it was displayed. */
export function clickInfo(points: readonly Point[], width: number, height: number): string {
  return `${points.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`).join('-')};${width};${height}`
}
