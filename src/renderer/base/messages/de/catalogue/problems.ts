/** What is wrong with a graph, and why a wire can't be drawn: the sentences of `shared/graph` and of the platform. */
import type { SharedWords } from '../../shared-text.ts'

export const graphProblems: SharedWords['sentences'] = [
  ['A graph is an object with version, nodes and edges.', 'Ein Graph ist ein Objekt mit version, nodes und edges.'],
  [
    'This graph has version {version}; this app reads version 1. Update the app, or save the graph again.',
    'Dieser Graph hat Version {version}; dieses Programm liest Version 1. Aktualisieren Sie das Programm oder speichern Sie den Graphen neu.',
  ],
  [
    'This graph is nested more than {n} levels deep. Remove what is nested in it.',
    'Dieser Graph ist mehr als {n} Ebenen tief verschachtelt. Entfernen Sie, was darin verschachtelt ist.',
  ],
  [
    'A workflow has at most {n} blocks. Split it into several workflows.',
    'Ein Workflow hat höchstens {n} Blöcke. Teilen Sie ihn in mehrere Workflows auf.',
  ],
  [
    'A workflow has at most {n} wires, those past bypassed blocks among them. Split it into several workflows.',
    'Ein Workflow hat höchstens {n} Verbindungen, die an umgangenen Blöcken vorbei eingerechnet. Teilen Sie ihn in mehrere Workflows auf.',
  ],
  [
    'There are more problems than these {n}. Mend these first.',
    'Es gibt mehr Probleme als diese {n}. Beheben Sie zuerst diese.',
  ],
  [
    'This wire is part of a loop. Remove a wire of the loop, so that results flow one way.',
    'Diese Verbindung ist Teil einer Schleife. Entfernen Sie eine Verbindung der Schleife, damit Ergebnisse nur in eine Richtung fließen.',
  ],
  [
    'Two blocks have the id “{id}”. Give one of them another id.',
    'Zwei Blöcke haben die Kennung „{id}“. Geben Sie einem davon eine andere.',
  ],
  [
    'There is no block of kind “{kind}”. The kinds are {kinds}.',
    'Es gibt keinen Block der Art „{kind}“. Die Arten sind {kinds}.',
  ],
  [
    'Add a source block: the video or image to look at.',
    'Fügen Sie eine Quelle hinzu: das Video oder Bild, das betrachtet werden soll.',
  ],
  [
    'A workflow has exactly one source. Remove this one, or make a second workflow.',
    'Ein Workflow hat genau eine Quelle. Entfernen Sie diese oder legen Sie einen zweiten Workflow an.',
  ],
  [
    'No wire leads to this block. Connect it to the block before it, or remove it.',
    'Zu diesem Block führt keine Verbindung. Verbinden Sie ihn mit dem Block davor oder entfernen Sie ihn.',
  ],
  ['Add a sink block for the results.', 'Fügen Sie eine Ausgabe für die Ergebnisse hinzu.'],
  [
    'Nothing would be kept: add a sink block for the results.',
    'Nichts würde aufbewahrt: Fügen Sie eine Ausgabe für die Ergebnisse hinzu.',
  ],
  [
    'Nothing of this branch is kept: it ends in no sink.',
    'Aus diesem Zweig wird nichts aufbewahrt: Er endet in keiner Ausgabe.',
  ],
  [
    'A track block follows what a model finds. Put a model before it.',
    'Eine Verfolgung verfolgt, was ein Modell findet. Setzen Sie ein Modell davor.',
  ],
  [
    'Counting needs to know who is who. Put a track block, behind a model, before this one.',
    'Zum Zählen muss bekannt sein, wer wer ist. Setzen Sie eine Verfolgung hinter einem Modell vor diesen Block.',
  ],
  [
    'A workflow has at most {n} models. Remove this one.',
    'Ein Workflow hat höchstens {n} Modelle. Entfernen Sie dieses.',
  ],
  [
    'At most {n} models can look at one source. Remove this wire.',
    'Höchstens {n} Modelle können eine Quelle betrachten. Entfernen Sie diese Verbindung.',
  ],
  [
    'A single image has no movement to track or measure. Use a video, or remove this block.',
    'Ein einzelnes Bild hat keine Bewegung zum Verfolgen oder Messen. Verwenden Sie ein Video oder entfernen Sie diesen Block.',
  ],
  ['Choose a data set.', 'Wählen Sie einen Datensatz aus.'],
  [
    'Exports can’t be run on: this version has none. Choose a video, an image or a data set.',
    'Exporte gibt es in dieser Version nicht. Wählen Sie ein Video, ein Bild oder einen Datensatz.',
  ],
  [
    'Choose a video: drop one on the canvas or press “Choose video”.',
    'Wählen Sie ein Video aus: Legen Sie eines auf der Arbeitsfläche ab oder drücken Sie „Video auswählen“.',
  ],
  ['Choose a file.', 'Wählen Sie eine Datei aus.'],
  ['Choose an image.', 'Wählen Sie ein Bild aus.'],
  ['Choose a model.', 'Wählen Sie ein Modell aus.'],
  ['Name at least one thing to find.', 'Nennen Sie mindestens etwas, das gefunden werden soll.'],
  ['Enter the address that receives the events.', 'Geben Sie die Adresse ein, die die Ereignisse empfängt.'],
  [
    'Choose the data set that receives the annotations.',
    'Wählen Sie den Datensatz aus, der die Annotationen empfängt.',
  ],
  [
    'This wire ends at “{id}”, which is not a block here. Remove the wire.',
    'Diese Verbindung endet bei „{id}“, das hier kein Block ist. Entfernen Sie die Verbindung.',
  ],
  [
    'A block can’t feed itself. Remove the wire.',
    'Ein Block kann nicht sich selbst speisen. Entfernen Sie die Verbindung.',
  ],
  ['“{id}” has no output. Remove the wire.', '„{id}“ hat keinen Ausgang. Entfernen Sie die Verbindung.'],
  ['“{id}” has no input. Remove the wire.', '„{id}“ hat keinen Eingang. Entfernen Sie die Verbindung.'],
  [
    'There is no port of that name. Remove the wire.',
    'Es gibt keinen Anschluss dieses Namens. Entfernen Sie die Verbindung.',
  ],
  [
    'These two blocks are connected twice. Remove one of the wires.',
    'Diese beiden Blöcke sind doppelt verbunden. Entfernen Sie eine der Verbindungen.',
  ],
  [
    '“{block}” takes one wire here. Remove one of them.',
    '„{block}“ nimmt hier eine Verbindung. Entfernen Sie eine davon.',
  ],
  [
    '“{block}” takes {flow} here, but this wire carries {flow2}.',
    '„{block}“ nimmt hier {flow}, aber diese Verbindung führt {flow2}.',
  ],
  [
    'A sink that writes {sink} takes {flow}, but this wire carries {flow2}. Choose “annotated video” as its kind.',
    'Eine Ausgabe der Art {sink} nimmt {flow}, aber diese Verbindung führt {flow2}. Wählen Sie als Art „Annotiertes Video“.',
  ],
  [
    'A sink that writes {sink} takes {flow}, but this wire carries {flow2}. Put a visualize block in between.',
    'Eine Ausgabe der Art {sink} nimmt {flow}, aber diese Verbindung führt {flow2}. Setzen Sie eine Darstellung dazwischen.',
  ],
  [
    'A sink that writes {sink} takes {flow}, but this wire carries {flow2}. Choose another kind of sink.',
    'Eine Ausgabe der Art {sink} nimmt {flow}, aber diese Verbindung führt {flow2}. Wählen Sie eine andere Art der Ausgabe.',
  ],
  [
    '{shape} leaves the frame. Move its points back inside (0 to 1).',
    '{shape} verlässt das Bild. Verschieben Sie die Punkte wieder nach innen (0 bis 1).',
  ],
  [
    '{shape} needs two points that differ. Draw it on the frame.',
    '{shape} braucht zwei verschiedene Punkte. Zeichnen Sie auf dem Bild.',
  ],
  [
    '{shape} needs three points that differ. Draw it on the frame.',
    '{shape} braucht drei verschiedene Punkte. Zeichnen Sie auf dem Bild.',
  ],
  [
    '{shape} crosses itself. Move its corners so that its sides do not meet.',
    '{shape} überschneidet sich. Verschieben Sie die Ecken so, dass sich die Seiten nicht treffen.',
  ],
  [
    'Two lines or zones are called “{name}”. Rename one, so that their counts can be told apart.',
    'Zwei Linien oder Zonen heißen „{name}“. Benennen Sie eine um, damit ihre Zählungen unterscheidbar sind.',
  ],
  [
    'Nothing passes this filter: no model before it finds {names}.',
    'Diesen Filter passiert nichts: Kein Modell davor findet {names}.',
  ],
  ['No model before this block finds {names}.', 'Kein Modell vor diesem Block findet {names}.'],
  ['This model does not know {names}.', 'Dieses Modell kennt {names} nicht.'],
  [
    'This model was made for {names} and finds little or nothing in other pictures. Choose another model for this source.',
    'Dieses Modell wurde für {names} gemacht und findet in anderen Bildern wenig oder nichts. Wählen Sie für diese Quelle ein anderes Modell.',
  ],
  [
    'At a confidence of 1 the model finds nothing. Lower it.',
    'Bei einer Konfidenz von 1 findet das Modell nichts. Verringern Sie sie.',
  ],
  [
    'At a minimum confidence of 1 nothing passes. Lower it.',
    'Bei einer Mindestkonfidenz von 1 kommt nichts durch. Verringern Sie sie.',
  ],
  [
    'No detection reaches a confidence of 1, so no track starts. Lower it.',
    'Keine Erkennung erreicht eine Konfidenz von 1, daher beginnt kein Track. Verringern Sie den Wert.',
  ],
  [
    "“{name}” lies on the border of the frame, where no object's anchor can be.",
    '„{name}“ liegt auf dem Rand des Bildes, wo kein Ankerpunkt eines Objekts sein kann.',
  ],
  [
    'Another tracker comes before this one, and its ids get lost here. Remove one.',
    'Vor dieser Verfolgung liegt eine andere, deren Kennungen hier verloren gehen. Entfernen Sie eine von beiden.',
  ],
  [
    'No track reaches this block: behind a crop, detections are new. Track them again.',
    'Diesen Block erreicht kein Track: Hinter einem Ausschnitt sind Erkennungen neu. Verfolgen Sie sie erneut.',
  ],
  [
    'Some of what reaches this block has no track and is not counted. Lead it through a track block first.',
    'Ein Teil dessen, was diesen Block erreicht, hat keinen Track und wird nicht gezählt. Führen Sie ihn zuerst durch eine Verfolgung.',
  ],
  [
    'Another sink writes a file named “{name}” as well. Give this one a name of its own.',
    'Eine andere Ausgabe schreibt ebenfalls eine Datei namens „{name}“. Geben Sie dieser einen eigenen Namen.',
  ],
  [
    'Rule {n} counts tracks that cross its line. Put a tracker before it.',
    'Regel {n} zählt Tracks, die ihre Linie überqueren. Setzen Sie eine Verfolgung davor.',
  ],
  [
    '{n} of the last {m} frames is never reached. Lower the first number or raise the second.',
    '{n} der letzten {m} Bilder wird nie erreicht. Verringern Sie die erste Zahl oder erhöhen Sie die zweite.',
  ],
]

/** A field against its schema. */
export const fieldProblems: SharedWords['sentences'] = [
  [
    'There is no field “{name}” here. Remove it, or check its spelling.',
    'Es gibt hier kein Feld „{name}“. Entfernen Sie es oder prüfen Sie die Schreibweise.',
  ],
  ['Fill in {names}.', 'Füllen Sie {names} aus.'],
  ['“{field}” must be one of {values}.', '„{field}“ muss einer dieser Werte sein: {values}.'],
  ['“{field}” must be at least {n}.', '„{field}“ muss mindestens {n} sein.'],
  ['“{field}” must be at most {n}.', '„{field}“ darf höchstens {n} sein.'],
  ['“{field}” must be more than {n}.', '„{field}“ muss größer als {n} sein.'],
  ['“{field}” must be less than {n}.', '„{field}“ muss kleiner als {n} sein.'],
  ['“{field}” needs at least {n}.', '„{field}“ braucht mindestens {n}.'],
  ['“{field}” takes at most {n} characters.', '„{field}“ nimmt höchstens {n} Zeichen.'],
  ['“{field}” takes at most {n}.', '„{field}“ nimmt höchstens {n}.'],
  ['“{field}” names something twice.', '„{field}“ nennt etwas doppelt.'],
  ['“{field}” must not be empty.', '„{field}“ darf nicht leer sein.'],
  ['“{field}” must start with https://.', '„{field}“ muss mit https:// beginnen.'],
  ['“{field}” has characters that are not allowed here.', '„{field}“ enthält Zeichen, die hier nicht erlaubt sind.'],
  ['“{field}” must {rest}.', '„{field}“ hat einen Wert, der hier nicht passt.'],
  ['{place} must {rest}.', 'Der Graph ist bei {place} nicht wohlgeformt.'],
  ['{place} is not a field of a graph.', '{place} ist kein Feld eines Graphen.'],
]

/** What only the platform sees. */
export const resourceProblems: SharedWords['sentences'] = [
  [
    'The file of this source is no longer there. Choose it again.',
    'Die Datei dieser Quelle ist nicht mehr da. Wählen Sie sie erneut aus.',
  ],
  [
    'The file of this source is on another computer, whose address Sightline does not open. Copy the file to this computer, then choose it again.',
    'Die Datei dieser Quelle liegt auf einem anderen Computer, dessen Adresse Sightline nicht öffnet. Kopieren Sie die Datei auf diesen Computer und wählen Sie sie dann erneut aus.',
  ],
  [
    'There is no picture in the folder “{folder}”. Choose a folder with JPEG, PNG, WebP, BMP, TIFF or AVIF files.',
    'Im Ordner „{folder}“ ist kein Bild. Wählen Sie einen Ordner mit JPEG-, PNG-, WebP-, BMP-, TIFF- oder AVIF-Dateien.',
  ],
  [
    'There is no data set “{name}”. Choose another one.',
    'Es gibt keinen Datensatz „{name}“. Wählen Sie einen anderen.',
  ],
  [
    'The data set “{name}” has no images. Add images to it, or choose another one.',
    'Der Datensatz „{name}“ hat keine Bilder. Fügen Sie welche hinzu oder wählen Sie einen anderen.',
  ],
  [
    '“{directory}” of “{name}” has no images. Add images to it, or choose another one.',
    '„{directory}“ in „{name}“ hat keine Bilder. Fügen Sie welche hinzu oder wählen Sie einen anderen Ordner.',
  ],
  [
    'The data set “{name}” holds neither boxes nor polygons. Add one of these types to it, or choose another one.',
    'Der Datensatz „{name}“ nimmt weder Rahmen noch Polygone auf. Fügen Sie einen dieser Typen hinzu oder wählen Sie einen anderen.',
  ],
  [
    'There is no model “{name}”. Import it, or choose another one.',
    'Es gibt kein Modell „{name}“. Importieren Sie es oder wählen Sie ein anderes.',
  ],
  [
    'The model “{name}” is not ready ({status}). Choose a model that is ready.',
    'Das Modell „{name}“ ist nicht bereit ({status}). Wählen Sie ein Modell, das bereit ist.',
  ],
  [
    '“{url}” is no web address. Write it in full, as in https://example.com/hook.',
    '„{url}“ ist keine Webadresse. Schreiben Sie sie vollständig, wie https://example.com/hook.',
  ],
  ['The address must begin with https://.', 'Die Adresse muss mit https:// beginnen.'],
  [
    'The address must not hold a user name or password.',
    'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
  ],
  [
    '“{host}” is inside a private network. Webhooks call public addresses only.',
    '„{host}“ liegt in einem privaten Netz. Webhooks rufen nur öffentliche Adressen auf.',
  ],
]

/** Why a new wire can't be drawn. */
export const wireProblems: SharedWords['sentences'] = [
  ['There is no such block.', 'Diesen Block gibt es nicht.'],
  ['A block can’t feed itself.', 'Ein Block kann nicht sich selbst speisen.'],
  [
    'A source has no input: it is where frames come from.',
    'Eine Quelle hat keinen Eingang: Von ihr kommen die Bilder.',
  ],
  ['A sink has no output: it is where results end.', 'Eine Ausgabe hat keinen Ausgang: In ihr enden die Ergebnisse.'],
  ['There is no such port.', 'Diesen Anschluss gibt es nicht.'],
  ['These two are connected already.', 'Diese beiden sind schon verbunden.'],
  [
    '“{block}” takes one wire of {flow}. Remove the other one first.',
    '„{block}“ nimmt eine Verbindung mit {flow}. Entfernen Sie zuerst die andere.',
  ],
  [
    'This would make a loop: results can’t flow back to where they came from.',
    'Das ergäbe eine Schleife: Ergebnisse können nicht dorthin zurückfließen, woher sie kamen.',
  ],
]
