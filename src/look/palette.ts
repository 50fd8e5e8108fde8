/** The colours and typefaces of every page that assay makes, for light and for dark. */
export const palette: string = `:root {
  color-scheme: light dark;
  --paper: #fbfbf9; --card: #ffffff; --ink: #1d1f23; --soft: #595e67; --line: #e2e2de; --field: #f3f3ef;
  --good: #14653a; --bad: #b0211a; --doubtful: #855000; --told: #2458a3; --quiet: #5d626b;
  --good-fill: #2f9e63; --bad-fill: #d6463d; --doubtful-fill: #dd9a1f; --told-fill: #5a8fd8; --quiet-fill: #b6b9bd;
  --good-tint: #eaf5ee; --bad-tint: #fcedeb; --doubtful-tint: #fbf2e0; --told-tint: #ebf1fa; --quiet-tint: #f0f0ed;
  --mono: ui-monospace, "SF Mono", "Cascadia Code", "JetBrains Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14161a; --card: #1b1e23; --ink: #e7e8ea; --soft: #a5abb5; --line: #31353c; --field: #22262c;
    --good: #74d09c; --bad: #ff968c; --doubtful: #efb955; --told: #8fbaf3; --quiet: #a5abb5;
    --good-fill: #3fa66c; --bad-fill: #e25c52; --doubtful-fill: #cf9327; --told-fill: #5a8fd8; --quiet-fill: #565c65;
    --good-tint: #17291f; --bad-tint: #331c1b; --doubtful-tint: #2e2515; --told-tint: #1a2636; --quiet-tint: #23272d;
  }
}
`;
