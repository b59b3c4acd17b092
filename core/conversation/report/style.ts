import { html } from '../html';

export const REPORT_STYLE = html`
:root { color-scheme: light dark; --ink: #1c2330; --soft: #5b6577; --paper: #ffffff; --panel: #f4f6f9;
  --line: #d9dee7; --agent: #3567c9; --user: #1b7a50; --other: #7a6a9b; --tool: #a86400; --bad: #c22f3d; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #e6eaf2; --soft: #9aa5b8; --paper: #151a22; --panel: #1e2530; --line: #36404f;
    --agent: #7aa5ff; --user: #58c596; --other: #b6a3dd; --tool: #e0a04a; --bad: #ff7a85; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1080px; padding: 24px 20px 64px; background: var(--paper);
  color: var(--ink); font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 4px; }
h2 { font-size: 18px; margin: 36px 0 10px; }
h3 { position: sticky; top: 0; margin: 0; padding: 8px 0; background: var(--paper);
  font-size: 13px; color: var(--soft); border-bottom: 1px solid var(--line); }
p { margin: 0 0 8px; } td, li, .who { unicode-bidi: plaintext; } .soft { color: var(--soft); }
.figures { display: flex; flex-wrap: wrap; gap: 10px; margin: 18px 0; padding: 0; list-style: none; }
.figures li { flex: 1 1 auto; background: var(--panel); border-radius: 8px; padding: 10px 12px; }
.figures b { display: block; font-size: 17px; } .figures b::first-letter { text-transform: uppercase; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 5px 12px 5px 0;
  border-bottom: 1px solid var(--line); white-space: pre-wrap; }
th { width: 180px; font-weight: 500; color: var(--soft); }
.chart { display: grid; grid-template-columns: 64px 1fr; margin: 0 0 8px; font: 12px/16px system-ui, sans-serif; }
.chart > svg { display: block; width: 100%; overflow: visible; }
.chart svg svg { overflow: visible; }
.names { display: flex; flex-direction: column; color: var(--soft); }
svg text { fill: var(--soft); font: 12px system-ui, sans-serif; }
.agent { fill: var(--agent); } .user { fill: var(--user); } .other { fill: var(--other); }
.tool { fill: var(--tool); } .bad { fill: var(--bad); color: var(--bad); } .lane { fill: var(--panel); }
.tick { stroke: var(--line); } .mark { stroke: var(--ink); stroke-width: 2; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; font-size: 13px; color: var(--soft); }
.legend svg { margin: 0 6px 0 0; vertical-align: -1px; }
.turn { display: grid; grid-template-columns: 74px 120px 1fr; gap: 4px 12px; padding: 7px 0;
  align-items: baseline; border-bottom: 1px solid var(--line); scroll-margin-top: 40px; }
.turn:target { background: var(--panel); }
.turn .when { color: var(--soft); font-variant-numeric: tabular-nums; font-size: 13px; }
.turn .text { white-space: pre-wrap; }
.turn .who { font-weight: 600; }
.turn[data-group="agent"] .who { color: var(--agent); }
.turn[data-group="user"] .who { color: var(--user); }
.turn.action .who { color: var(--tool); } .turn.action .text { font: 13px/1.5 ui-monospace, monospace; }
.turn.failed .who { color: var(--bad); }
a { color: var(--agent); }
summary { cursor: pointer; }
.badge { font-size: 12px; font-weight: 600; color: var(--soft); }
.outcome { color: var(--soft); } .outcome.bad { color: var(--bad); }
@media (max-width: 640px) { .turn { grid-template-columns: 70px 1fr; } .turn .text { grid-column: 1 / -1; }
  th { width: 120px; } .minor { display: none; } }
@page { size: A4; margin: 16mm 14mm; @bottom-right { content: counter(page) ' / ' counter(pages); } }
@media print { :root { color-scheme: light; } body { max-width: none; padding: 0; font-size: 10pt; }
  h2, h3 { break-after: avoid; } h3 { position: static; } .minor { display: inline; }
  .turn, tr, .chart, .legend, .figures li { break-inside: avoid; } .legend { break-before: avoid; }
  .figures li { border: 1px solid var(--line); } .figures a { display: none; } summary { list-style: none; }
  .turn { grid-template-columns: 74px 120px 1fr; padding: 3px 0; } th, td { padding-block: 2px; }
  .turn .text { grid-column: auto; } details:not(.long, h3 ~ * *)::details-content { content-visibility: visible; }
  details:not([open]):is(.long, h3 ~ * *) > summary::after { content: ' (not printed)'; } }
`;
