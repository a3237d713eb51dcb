import { texts } from '../../language.ts';
import { courtName, type NameOf, pairOf } from '../../results/court.ts';
import { type Court, gamesOf, winnerOf } from '../../results/entries.ts';
import { chunks, type Group } from './blocks.ts';
import { TvNames } from './screen.tsx';

const t = texts('console.night.tv_round');

/** Fewer blocks, or rows of a wide round, get more room. */
const ROOMY_BLOCKS = 4;
const ROOMY_ROWS = 6;

interface TvRoundProps {
  readonly group: Group;
  readonly nameOf: NameOf;
}

/** A round beside the ranking. */
export function TvRound({ group, nameOf }: TvRoundProps) {
  return (
    <>
      <Heading group={group} />
      <Blocks {...{ group, nameOf }} />
    </>
  );
}

/** A round over the whole width: the first courts at the left, the others at the right. */
export function WideRound({ group, nameOf }: TvRoundProps) {
  const rows = Math.ceil(group.blocks.length / 2);
  return (
    <section className="tv-left">
      <Heading group={group} />
      <div className={rows <= ROOMY_ROWS ? 'tv-columns roomy' : 'tv-columns'}>
        {chunks(group.blocks, rows).map((blocks) => (
          <Blocks
            key={blocks[0]?.kind === 'court' ? blocks[0].court.court : 'resting'}
            group={{ ...group, blocks }}
            nameOf={nameOf}
            rows={rows}
          />
        ))}
      </div>
    </section>
  );
}

const Heading = ({ group }: Pick<TvRoundProps, 'group'>) => (
  <h2>{group.isNext ? t('next', { n: group.round }) : t('now')}</h2>
);

interface BlocksProps extends TvRoundProps {
  /** Rows that share the height of the screen. */
  readonly rows?: number;
}

function Blocks({ group: { blocks, isNext }, nameOf, rows }: BlocksProps) {
  return (
    <ul
      {...(rows === undefined
        ? { className: blocks.length <= ROOMY_BLOCKS ? 'roomy' : '' }
        : { style: { gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))` } })}
    >
      {blocks.map((block) =>
        block.kind === 'court' ? (
          <TvCourt key={block.court.court} court={block.court} nameOf={nameOf} hasScores={!isNext} />
        ) : (
          <li key={`resting ${block.players[0]}`} className="tv-resting">
            <span className="place">{t('resting')}</span>
            <span className="resting-names">
              {block.players.map((number) => (
                <TvNames key={number} names={[nameOf(number)]} />
              ))}
            </span>
          </li>
        ),
      )}
    </ul>
  );
}

interface TvCourtProps {
  readonly court: Court;
  readonly nameOf: NameOf;
  readonly hasScores: boolean;
}

function TvCourt({ court, nameOf, hasScores }: TvCourtProps) {
  const { result } = court;
  const winner = result && winnerOf(result);
  return (
    <li className={result === null ? 'tv-court' : 'tv-court done'}>
      <span className="place">
        {court.name === null ? (
          <>
            <span className="reader">{courtName(court)}</span>
            <strong aria-hidden="true">{court.court}</strong>
          </>
        ) : (
          court.name
        )}
      </span>
      {(['A', 'B'] as const).map((team) => (
        <span key={team} className={winner === team ? 'tv-side winner' : 'tv-side'}>
          <TvNames names={pairOf(court, team).map(nameOf)} />
          {winner === team && <span className="reader">{t('won')}</span>}
          {hasScores && (
            <span className="value">
              {result === null || result.set_scores.length === 0
                ? '–'
                : result.set_scores.map((set) => gamesOf(set, team)).join(' ')}
            </span>
          )}
        </span>
      ))}
    </li>
  );
}
