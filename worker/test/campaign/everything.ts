/** One database with everything in it that the checker looks at, after a day on which nothing went wrong. */
import { HIGHER } from '../change.ts';
import { shaky, shakyChain } from '../harness.ts';
import { changeHolder } from '../registry.ts';
import { Dice } from './dice.ts';
import { fundRelay, passOnChain } from './evm.ts';
import { audited, fresh, observe, onEvm } from './run.ts';
import { arrive, EvmStage, openDesk } from './stage.ts';
import { World } from './world.ts';

export async function everything() {
  await fresh();
  const world = new World({
    dice: new Dice(1),
    faults: ['two tabs paying one draft'],
    variables: { CHAINS: JSON.stringify([shaky]) },
    substrate: null,
    passOnChain,
  });
  const stage = new EvmStage(world, await openDesk());
  const [holder, heir] = [await arrive(world), await arrive(world)];
  await stage.buyTrip(holder);
  const claimed = await stage.insured(holder);
  const canceled = await stage.insured(holder);
  const moved = await stage.insured(holder);
  const changed = await stage.insured(holder);
  const withdrawn = await stage.insured(holder);
  for (const description of ['The first of two alike.', 'The second of two alike.'])
    await stage.payClaim(await stage.approved(holder, claimed, description), claimed);
  await stage.cancel(holder, canceled);
  await stage.approved(holder, withdrawn, 'The roof leaks.');
  await stage.withdraw(holder, withdrawn);
  await stage.change(holder, changed, HIGHER);
  await changeHolder(moved.quote_id, heir.address, shakyChain);
  await fundRelay();
  await world.schedule(['relay']);
  await stage.buyByRelay(holder);
  await stage.finish();
  return observe(await onEvm(), await audited(world), world.clock());
}
