// `npm start -- ARGS` is `gyre ARGS`. With nothing after it, it is `gyre serve` with the web pages, which are built
// first when a file they are made of is newer than what was built.
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(`Gyre runs on Node 24 or later, this is ${process.version}. Run npm ci: it installs one beside Gyre.`)
  process.exit(1)
}
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
