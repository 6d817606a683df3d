/** The colours that all pages of the server share. */
export const lightColours = `--text: #1c2024;
  --quiet: #55606b;
  --line: #d9dfe5;
  --link: #0b5cad;`

export const darkColours = `--text: #e6e9ec;
    --quiet: #a4afba;
    --back: #14181c;
    --panel: #1d2329;
    --line: #333c45;
    --link: #7db7f0;`
