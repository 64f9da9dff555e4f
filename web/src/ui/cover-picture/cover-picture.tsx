import { Check, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { formatUsd } from '#domain/money.ts';
import type { Clause } from '#domain/products/forms/clauses.ts';
import type { CoverPart, Wording } from '#domain/products/forms/form.ts';
import { clausesIn, FORMS } from '#domain/products/forms/index.ts';
import { PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import { cn } from '#web/lib/cn.ts';
import { MarkedList } from '#web/ui/marked-list.tsx';
import car from '#web/ui/pictures/cover/car.svg?picture';
import home from '#web/ui/pictures/cover/home.svg?picture';
import travel from '#web/ui/pictures/cover/travel.svg?picture';

/** Width and height of every drawing, in its own units. Labels take a quarter of the width on each side. */
const SIZE = { width: 400, height: 250, label: 100 } as const;

/** Where a part's label is, as one of four rows on either side, and what its line points at. */
interface Place {
  side: string;
  row: number;
  at: readonly [x: number, y: number];
  lines: string;
}

/** What is insured as a line drawing, with places for the form's `parts` by their ids. */
interface Drawing {
  outline: string;
  parts: ReadonlyMap<string, Place>;
}

/** Such as `<g data-part="theft right 2 254 178">`: id, side, row, and the place that its line points at. */
const PART = /<g data-part="(.+?)">(.*?)<\/g>/g;

function drawingOf([, drawn]: readonly [viewBox: string, drawn: string]): Drawing {
  const parts = [...drawn.matchAll(PART)].map(([, place = '', lines = '']) => {
    const [id = '', side = '', ...[row = 0, x = 0, y = 0]] = place.split(' ');
    return [id, { side, row: Number(row), at: [Number(x), Number(y)], lines }] as const;
  });
  return { outline: drawn.replace(PART, ''), parts: new Map(parts) };
}

/** A product without a drawing has the list alone. */
const DRAWINGS: Readonly<Partial<Record<ProductKey, Drawing>>> = {
  home: drawingOf(home),
  car: drawingOf(car),
  travel: drawingOf(travel),
};

/** Height of a label's middle, in the drawing's units. */
const rowAt = (row: number): number => 30 + row * 62.5;

interface CoverPictureProps {
  product: ProductKey;
  /** Whole US dollars. */
  coverage: number;
  deductible: number;
  wording: Wording;
  /** Whether all rows of the wording follow in lists; off where they are on the screen anyway. */
  list?: boolean;
}

/** Whether a part is covered. Its first row decides. */
export const isCovered = ({ rows }: CoverPart) => rows[0].startsWith('covered');

/** What is paid at most, and what the holder pays, for what was chosen. */
function amounts(product: ProductKey, coverage: number, deductible: number): string {
  const each = PRODUCTS[product].trip ? ' for each traveler' : '';
  const own =
    deductible > 0
      ? `You pay the first ${formatUsd(deductible)} of each claim.`
      : 'You pay nothing of a claim yourself.';
  return `We pay up to ${formatUsd(coverage)}${each}, in all. ${own}`;
}

/**
 * What is covered and what isn't, as a drawing with parts to tap. A screen reader reads the parts as a list. The parts
 * belong to the current wording: an earlier one has the list alone.
 */
export function CoverPicture({ product, coverage, deductible, wording, list = true }: CoverPictureProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const panel = useId();
  const drawing = DRAWINGS[product];
  const parts = (FORMS[product].wording.version === wording.version && FORMS[product].parts) || [];
  const clauses = clausesIn(wording);
  const part = parts.find(({ id }) => id === chosen);
  const sums = amounts(product, coverage, deductible);
  return (
    <div>
      {drawing && parts.length > 0 && (
        <>
          <div className="relative mx-auto aspect-[8/5] w-full max-w-xl">
            <Picture drawing={drawing} parts={parts} chosen={chosen} />
            <ul aria-label="What is covered, part by part">
              {parts.map((each) => (
                <Label
                  key={each.id}
                  part={each}
                  drawing={drawing}
                  chosen={each.id === chosen}
                  panel={panel}
                  onChoose={() => setChosen(each.id === chosen ? null : each.id)}
                />
              ))}
            </ul>
          </div>
          <div id={panel} role="status" className="mt-3 min-h-18 text-[0.9375rem]">
            {part ? (
              <Rows rows={clauses.filter(({ id }) => part.rows.includes(id))}>
                {isCovered(part) && <p className="figures text-muted">{sums}</p>}
              </Rows>
            ) : (
              <p className="figures text-muted">
                {sums}{' '}
                <span className="print:hidden">
                  Choose a part of the picture to read what the policy says about it.
                </span>
              </p>
            )}
          </div>
        </>
      )}
      {list && (
        <div className="mt-5 grid gap-8 md:grid-cols-2">
          <MarkedList title="What is covered" items={wording.covered} mark="yes" />
          <MarkedList title="What is not covered" items={wording.notCovered} mark="no" />
          <MarkedList title="Limits and deductible" items={wording.limits} />
        </div>
      )}
    </div>
  );
}

interface PictureProps {
  drawing: Drawing;
  parts: readonly CoverPart[];
  chosen: string | null;
}

function Picture({ drawing, parts, chosen }: PictureProps) {
  const { width, height, label } = SIZE;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="absolute inset-0 size-full text-ink"
    >
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a file of our own. */}
      <g dangerouslySetInnerHTML={{ __html: drawing.outline }} />
      {parts.map((part) => {
        const place = drawing.parts.get(part.id);
        if (!place) return null;
        const from = place.side === 'left' ? label : width - label;
        const covered = isCovered(part);
        return (
          <g
            key={part.id}
            className={cn('transition-colors', covered ? 'text-teal' : 'text-line-strong')}
            stroke="currentColor"
            strokeWidth={part.id === chosen ? 3 : 1.75}
          >
            <line
              x1={from}
              y1={rowAt(place.row)}
              x2={place.at[0]}
              y2={place.at[1]}
              strokeWidth="1"
              strokeDasharray={covered ? undefined : '3 3'}
            />
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a file of our own. */}
            <g dangerouslySetInnerHTML={{ __html: place.lines }} />
          </g>
        );
      })}
    </svg>
  );
}

interface LabelProps {
  part: CoverPart;
  drawing: Drawing;
  chosen: boolean;
  panel: string;
  onChoose: () => void;
}

function Label({ part, drawing, chosen, panel, onChoose }: LabelProps) {
  const place = drawing.parts.get(part.id);
  if (!place) return null;
  const covered = isCovered(part);
  const Mark = covered ? Check : X;
  return (
    <li
      className={cn('absolute w-1/4 -translate-y-1/2', place.side === 'left' ? 'left-0' : 'right-0')}
      style={{ top: `${(rowAt(place.row) / SIZE.height) * 100}%` }}
    >
      <button
        type="button"
        aria-expanded={chosen}
        aria-controls={panel}
        aria-label={`${part.label}: ${covered ? 'covered' : 'not covered'}`}
        onClick={onChoose}
        className={cn(
          'min-h-11 w-full rounded-[8px] px-1 text-left text-xs leading-tight wrap-break-word max-[380px]:px-0 sm:px-2 sm:text-sm',
          covered ? 'text-teal' : 'text-muted',
          chosen ? 'bg-sunken font-medium' : 'hover:bg-sunken',
        )}
      >
        <Mark aria-hidden className="mr-0.5 inline size-3.5 align-[-2px]" />
        {part.label}
      </button>
    </li>
  );
}

const ROW_MARKS: Readonly<Record<Clause['section'], { says: string; mark: ReactNode }>> = {
  covered: { says: 'Covered: ', mark: <Check aria-hidden className="mt-1 size-4 shrink-0 text-teal" /> },
  not_covered: { says: 'Not covered: ', mark: <X aria-hidden className="mt-1 size-4 shrink-0 text-coral" /> },
  limits: {
    says: 'Limit: ',
    mark: <span aria-hidden className="mx-1.5 mt-2.5 size-1 shrink-0 rounded-full bg-line-strong" />,
  },
  claim_needs: { says: 'A claim needs: ', mark: null },
};

/** What the policy says about a part, in its own words. */
function Rows({ rows, children }: { rows: readonly Clause[]; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      {/* Covered before its limits, as in the lists. */}
      {[...rows]
        .sort((one, other) => one.id.localeCompare(other.id))
        .map(({ id, section, text }) => (
          <p key={id} className="flex gap-2.5">
            {ROW_MARKS[section].mark}
            <span>
              <span className="sr-only">{ROW_MARKS[section].says}</span>
              {text}
            </span>
          </p>
        ))}
      {children}
    </div>
  );
}
