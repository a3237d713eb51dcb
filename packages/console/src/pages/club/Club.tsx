import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bandeja } from '../../api.ts';
import { chooseZone, clubQuery } from '../../club.ts';
import { fill, texts } from '../../language.ts';
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
  suggested: [
    'The club still has the zone UTC. Save to choose the zone of this browser, {zone}.',
    'El club aún tiene la zona UTC. Guarda para elegir la de este navegador, {zone}.',
    'O clube ainda tem o fuso UTC. Guarde para escolher o deste navegador, {zone}.',
  ],
  save: ['Save', 'Guardar', 'Guardar'],
  saved: ['Saved.', 'Guardado.', 'Guardado.'],
});

/** Browsers leave out `UTC`. */
const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

export function Club() {
  const club = useQuery(clubQuery);
  const forbidden = useForbidden(needs.managePeople);
  const [isSaved, setSaved] = useState(false);
  return (
    <Page title={t.title}>
      <Loaded query={club}>
        {({ name, time_zone: zone }) => {
          const isSuggested = zone === 'UTC' && OWN_ZONE !== 'UTC' && !isSaved && forbidden === null;
          return (
            <Tile title={t.shown} note={t.zoneNote}>
              <Form
                submit={t.save}
                forbidden={forbidden}
                changes={['club', 'me']}
                onSubmit={(values) => {
                  setSaved(false);
                  return bandeja().service.changePartner({
                    name: textOf(values, 'name'),
                    time_zone: textOf(values, 'zone'),
                  });
                }}
                onDone={(changed) => {
                  chooseZone(changed.time_zone);
                  setSaved(true);
                }}
              >
                <Field label={t.name} name="name" defaultValue={name} required maxLength={80} autoComplete="off" />
                <Select label={t.zone} name="zone" defaultValue={isSuggested ? OWN_ZONE : zone}>
                  {(ZONES.includes(zone) ? ZONES : [zone, ...ZONES]).map((one) => (
                    <option key={one} value={one}>
                      {one.replaceAll('_', ' ')}
                    </option>
                  ))}
                </Select>
                {isSuggested && <p>{fill(t.suggested, { zone: OWN_ZONE.replaceAll('_', ' ') })}</p>}
                {isSaved && <p role="status">{t.saved}</p>}
              </Form>
            </Tile>
          );
        }}
      </Loaded>
    </Page>
  );
}
