/** Contour lines of a shallow sea, as on a chart: the only picture of the page that says nothing. */
const radii = Array.from({ length: 9 }, (_, line) => 26 + line * 28)
const turns = 72

/** Around a middle that is nowhere quite round; each line a little rounder than the one inside. */
function contour(radius: number): string {
  const points = Array.from({ length: turns }, (_, at) => {
    const angle = (at / turns) * 2 * Math.PI
    const wobble = 1 + (0.12 * Math.sin(3 * angle + radius / 40) + 0.06 * Math.cos(5 * angle)) * (1 - radius / 420)
    const [x, y] = [250 + radius * wobble * Math.cos(angle), 250 + radius * wobble * 0.86 * Math.sin(angle)]
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return `M${points.join('L')}Z`
}

export function Contours() {
  return (
    <svg className="iso" viewBox="0 0 500 500" fill="none" stroke="currentColor" aria-hidden="true" focusable="false">
      {radii.map((radius, line) => (
        <path
          key={radius}
          d={contour(radius)}
          strokeWidth={line % 4 === 0 ? 1.6 : 1}
          opacity={1 - line / (radii.length + 2)}
        />
      ))}
    </svg>
  )
}
