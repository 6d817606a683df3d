// `npm start -- ARGS` is `gyre ARGS`. With nothing after it, it is `gyre serve` with the web pages, which are built
// first when a file they are made of is newer than what was built.
if (process.argv.length === 2) {
  const { arePagesBuilt, buildPages } = await import('./pages.mts')
  if (!arePagesBuilt()) {
    console.error('Building the web pages …')
    buildPages()
  }
  // Rules answer at once, and what happens at once cannot be watched.
  process.argv.push('serve', '--demo-pace', '400')
}
await import('../packages/gyre/src/bin.ts')
