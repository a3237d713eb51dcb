import { useQuery } from '@tanstack/react-query';
import { bandeja } from '../../api.ts';
import { clubQuery, keepZone } from '../../club.ts';
import { texts } from '../../language.ts';
import { Form } from '../../parts/Action.tsx';
import { Field, Select, textOf } from '../../parts/Field.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page, Tile } from '../../parts/Page.tsx';
import { needs, useForbidden } from '../../rights.ts';

const t = texts({
  title: ['Name and time zone', 'Nombre y zona horaria', 'Nome e fuso horário'],
  shown: ['Shown to players', 'Lo que ven los jugadores', 'O que os jogadores veem'],
  name: ['Name', 'Nombre', 'Nome'],
  zone: ['Time zone', 'Zona horaria', 'Fuso horário'],
  zoneNote: [
    'Days of nights, matches and pictures are days of this zone.',
    'Los días de noches, partidos e imágenes son los de esta zona.',
    'Os dias de noites, encontros e imagens são os deste fuso.',
  ],
  save: ['Save', 'Guardar', 'Guardar'],
});

/** Browsers leave out `UTC`. */
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

export function Club() {
  const club = useQuery(clubQuery);
  const forbidden = useForbidden(needs.managePeople);
  return (
    <Page title={t.title}>
      <Loaded query={club}>
        {({ name, time_zone: zone }) => (
          <Tile title={t.shown} note={t.zoneNote}>
            <Form
              submit={t.save}
              forbidden={forbidden}
              changes={['club', 'me']}
              onSubmit={(values) =>
                bandeja().service.changePartner({ name: textOf(values, 'name'), time_zone: textOf(values, 'zone') })
              }
              onDone={(changed) => keepZone(changed.time_zone)}
            >
              <Field label={t.name} name="name" defaultValue={name} required maxLength={80} autoComplete="off" />
              <Select label={t.zone} name="zone" defaultValue={zone}>
                {(ZONES.includes(zone) ? ZONES : [zone, ...ZONES]).map((one) => (
                  <option key={one} value={one}>
                    {one.replaceAll('_', ' ')}
                  </option>
                ))}
              </Select>
            </Form>
          </Tile>
        )}
      </Loaded>
    </Page>
  );
}
